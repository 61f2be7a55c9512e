import Rill
import SevenGUIs
import WebElements

final class TimerPage: Page {
  private let model = ElapsedTimer()
  private let gauge = Progress("gauge")
  private let elapsed = Label("elapsed")
  private let duration = Slider("duration", in: 0...30)
  private let length = Label("length")
  private let reset = Button("reset")

  var elements: [any Element] { [gauge, elapsed, duration, length, reset] }

  init() {
    gauge.isVisible.value = true
    gauge.fraction <~ model.fraction
    elapsed.text <~ model.$elapsed.map(\.inTenths)
    duration.value <~> channel(\.duration, of: model).converted(to: { $0 / .seconds(1) }, from: { .seconds($0) })
    length.text <~ model.$duration.map(\.inTenths)
    reset.bind(model.reset)
  }
}
