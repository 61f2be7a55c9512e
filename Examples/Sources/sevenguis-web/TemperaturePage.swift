import Rill
import SevenGUIs
import WebElements

final class TemperaturePage: Page {
  private let model = TemperatureConverter()
  private let celsius = TextField("celsius", limit: 40)
  private let fahrenheit = TextField("fahrenheit", limit: 40)

  var elements: [any Element] { [celsius, fahrenheit] }

  init() {
    celsius.text <~> model.celsius
    fahrenheit.text <~> model.fahrenheit
    celsius.tone <~ model.celsiusProblem.map { $0 == nil ? .plain : .bad }
    fahrenheit.tone <~ model.fahrenheitProblem.map { $0 == nil ? .plain : .bad }
  }
}
