import Rill
import SevenGUIs
import WebElements

final class CounterPage: Page {
  private let model = Counter()
  private let count = Label("count")
  private let increment = Button("increment")

  var elements: [any Element] { [count, increment] }

  init() {
    count.text <~ model.$count.map { "\($0)" }
    increment.bind(model.increment)
  }
}
