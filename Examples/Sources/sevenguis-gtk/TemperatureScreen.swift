import GtkControls
import Rill
import SevenGUIs

@MainActor final class TemperatureScreen: Screen {
  let window: Window
  private let model = TemperatureConverter()

  init() {
    let (celsius, fahrenheit) = (Entry(), Entry())
    window = Window(
      "Temperature converter",
      Column([Row([celsius, Label("Celsius  ="), fahrenheit, Label("Fahrenheit")])]), width: 420, height: 60)
    celsius.channel(\.text) <~> model.celsius
    fahrenheit.channel(\.text) <~> model.fahrenheit
    bind(\.isWrong, of: celsius, to: model.celsiusProblem.map { $0 != nil })
    bind(\.isWrong, of: fahrenheit, to: model.fahrenheitProblem.map { $0 != nil })
  }
}
