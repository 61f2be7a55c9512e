import Rill

/// A temperature in two fields: an edit of one converts it into the other.
@MainActor
public final class TemperatureConverter {
  public let celsius = MutableProperty("")
  public let fahrenheit = MutableProperty("")

  /// Why the last edit of a field changed nothing; `nil` if it was a number.
  public let celsiusProblem = MutableProperty<NotANumber?>(nil)
  public let fahrenheitProblem = MutableProperty<NotANumber?>(nil)

  /// The temperature in degrees Celsius; `nil` until the first number is typed.
  private let temperature = MutableProperty<Double?>(nil)

  public init() {
    celsius
      <~> temperature.converted(
        to: { $0.map(shortText) ?? "" }, from: NotANumber.parse,
        failed: { [celsiusProblem] in celsiusProblem.value = $0 })
    fahrenheit
      <~> temperature.converted(
        to: { $0.map { shortText($0 * 9 / 5 + 32) } ?? "" },
        from: { text throws(NotANumber) in try (NotANumber.parse(text) - 32) * 5 / 9 },
        failed: { [fahrenheitProblem] in fahrenheitProblem.value = $0 })
  }
}

/// A text that is not a number.
public struct NotANumber: Error, Equatable, CustomStringConvertible {
  let text: String

  public var description: String { text.isEmpty ? "type a number such as 21.5" : "“\(text)” is not a number" }

  static func parse(_ text: String) throws(NotANumber) -> Double {
    guard let number = Double(text), number.isFinite else { throw NotANumber(text: text) }
    return number
  }
}

/// A number with at most two decimals.
@Sendable private func shortText(_ number: Double) -> String {
  let rounded = (number * 100).rounded() / 100
  return Int(exactly: rounded).map { "\($0)" } ?? "\(rounded)"
}
