import GtkControls
import Rill
import SevenGUIs

@MainActor final class TimerScreen: Screen {
  let window: Window
  private let model = ElapsedTimer()

  init() {
    let (gauge, elapsed) = (ProgressBar(), Label(width: 6))
    let (duration, reset) = (Slider(in: 0...30, step: 1), Button("Reset"))
    window = Window(
      "Timer",
      Column([
        Row([Label("Elapsed time:", width: 13), gauge.expanded(), elapsed]),
        Row([Label("Duration:", width: 13), duration.expanded()]), reset,
      ]), height: 160)
    bind(\.fraction, of: gauge, to: model.fraction)
    bind(\.text, of: elapsed, to: model.$elapsed.map(\.inTenths))
    duration.channel(\.value)
      <~> channel(\.duration, of: model).converted(
        to: { $0 / .seconds(1) }, from: { .seconds($0) })
    reset.bind(model.reset)
  }
}
