import GtkControls
import Rill
import SevenGUIs

@MainActor final class CounterScreen: Screen {
  let window: Window
  private let model = Counter()

  init() {
    let (count, button) = (Label(width: 8), Button("Count"))
    window = Window("Counter", Column([Row([count, button])]), width: 260, height: 60)
    bind(\.text, of: count, to: model.$count.map { "\($0)" })
    button.bind(model.increment)
  }
}
