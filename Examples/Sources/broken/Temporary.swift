import Rill

/// Measures the temperature at intervals.
private final class Thermometer: Sendable {
  let temperatures = Subject<Int, Never>()

  func measure() { temperatures.send(21) }
}

/// Shows what the thermometer measures.
@MainActor
func showTemperature() async {
  let display = MutableProperty("no temperature")
  display.subscribe { print("The display shows “\($0)”.") }

  display <~ Thermometer().temperatures.map { "\($0) °C" }

  await pause()
}
