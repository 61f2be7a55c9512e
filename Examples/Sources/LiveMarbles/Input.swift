import StreamTesting

/// An input of an operator, as the page shows it.
public struct InputLine: Sendable, Encodable {
  /// The name, which is also that of the variable in a copied test.
  public let name: String

  /// The marbles at first.
  public let marbles: String

  /// The characters that are values.
  public let letters: String

  /// Whether it may fail.
  public let canFail: Bool

  /// The expression that makes the stream. `%` stands for the marbles.
  let code: String

  /// Throws the mistake of a marble string that was edited.
  func check(_ line: String) throws(EditMistake) {
    guard line.count <= 60 else { throw EditMistake("\(name) may have at most 60 characters.") }
    do {
      try TestScheduler.check(line)
    } catch {
      throw EditMistake("\(name): \(error.description)")
    }
    if line.contains("#"), !canFail { throw EditMistake("\(name) is a stream that cannot fail. Remove the #.") }
    if let other = line.first(where: { !"-|#() ".contains($0) && !letters.contains($0) }) {
      let values = letters.count > 10 ? "letters and digits" : letters.map(String.init).joined(separator: ", ")
      throw EditMistake("\(name) has no value \(other). Its values are \(values).")
    }
  }

  /// Returns the statement that makes the stream of a marble string.
  func statement(_ line: String) -> String { "let \(name) = \(code.replacing("%", with: line))" }
}

/// The reason why an edit has no output.
public struct EditMistake: Error, Equatable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}

/// An input with the type of its values.
struct Input<Value: Sendable, Failure: Error>: Sendable {
  let line: InputLine

  /// Makes the stream of a marble string that was checked.
  let stream: @Sendable (String, TestScheduler) -> Signal<Value, Failure>
}

private let characters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

/// A stream of strings of one character.
func letters(_ name: String, _ marbles: String, of letters: String? = nil) -> Input<String, TestFailure> {
  let code = #"time.cold("%").signal"#
  return Input(line: InputLine(name: name, marbles: marbles, letters: letters ?? characters, canFail: true, code: code))
  {
    $1.cold($0).signal
  }
}

/// A stream of numbers of one digit.
func digits(_ name: String, _ marbles: String) -> Input<Int, TestFailure> {
  let code = #"time.cold("%", failure: TestFailure()) { $0.wholeNumberValue! }.signal"#
  return Input(line: InputLine(name: name, marbles: marbles, letters: "0123456789", canFail: true, code: code)) {
    $1.cold($0, failure: TestFailure()) { $0.wholeNumberValue! }.signal
  }
}

/// A stream of `t` and `f`.
func flags(_ name: String, _ marbles: String) -> Input<Bool, TestFailure> {
  let code = #"time.cold("%", failure: TestFailure()) { $0 == "t" }.signal"#
  return Input(line: InputLine(name: name, marbles: marbles, letters: "tf", canFail: true, code: code)) {
    $1.cold($0, failure: TestFailure()) { $0 == "t" }.signal
  }
}

/// A stream that cannot fail.
func ticks(_ name: String, _ marbles: String, of letters: String? = nil) -> Input<String, Never> {
  let code = #"time.cold("%").infallible"#
  return Input(
    line: InputLine(name: name, marbles: marbles, letters: letters ?? characters, canFail: false, code: code)
  ) {
    $1.cold($0).infallible
  }
}

/// A stream whose time does not begin with the subscription.
func hot(_ name: String, _ marbles: String) -> Input<String, TestFailure> {
  let code = #"time.hot("%").signal"#
  return Input(line: InputLine(name: name, marbles: marbles, letters: characters, canFail: true, code: code)) {
    $1.hot($0).signal
  }
}
