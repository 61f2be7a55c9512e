import Operators
import StreamTesting
import Synchronization
import Testing

/// The failure of the sources in these tests; `#` in a picture.
enum Oops: Error { case oops }

/// A value that a character of a picture stands for, if the test gives no table.
protocol Drawable: Sendable {
  init(drawn character: Character)
  static var table: [Character: Self] { get }
}
extension Drawable {
  static var table: [Character: Self] { [:] }
}
extension Int: Drawable { init(drawn character: Character) { self = character.wholeNumberValue! } }
extension String: Drawable { init(drawn character: Character) { self = String(character) } }
extension Bool: Drawable {
  init(drawn character: Character) { self = character == "t" }
  static var table: [Character: Bool] { ["t": true, "f": false] }
}

/// The sources of most pictures.
typealias Ints = Signal<Int, Oops>
typealias Letters = Signal<String, Oops>

/// Checks in virtual time that an operator turns one picture into another.
///
/// It must dispose its source at the tick of its end, and be disposable at every tick, as in `marbles`.
func expectPicture<Input: Drawable, Output, Failure: Error>(
  _ source: String, _ expected: String, output: [Character: Output] = [:],
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ apply: (Signal<Input, Oops>) -> Signal<Output, Failure>
) {
  var table = output
  if let drawable = Output.self as? any Drawable.Type, let known = drawable.table as? [Character: Output] {
    table.merge(known) { given, _ in given }
  }
  var inputs: [TestSource<Input, Oops>] = []
  marbles(values: table, fileID: fileID, filePath: filePath, line: line, column: column) {
    expected
  } through: { time in
    inputs.append(time.cold(source, failure: Oops.oops) { Input(drawn: $0) })
    return apply(inputs[inputs.count - 1].signal)
  }
  let last = ticks(expected) - 1
  inputs[0].expectSubscriptions(
    last == 0 ? "(^!)" : "^\(String(repeating: "-", count: last - 1))!",
    fileID: fileID, filePath: filePath, line: line, column: column)
}

/// Returns the length of a picture in ticks; a group is one tick.
private func ticks(_ picture: String) -> Int {
  var ticks = 0
  var isGrouped = false
  for character in picture {
    if character == "(" { isGrouped = true }
    if character == ")" { isGrouped = false }
    if !isGrouped { ticks += 1 }
  }
  return ticks
}

/// A list that handlers append to and the test reads.
final class Notes<Note: Sendable>: Sendable {
  /// Guarded by: the test's thread.
  nonisolated(unsafe) private(set) var all: [Note] = []
  func add(_ note: Note) { all.append(note) }
}

/// A counter for any thread.
final class Counter: Sendable {
  private let number = Atomic(0)
  var count: Int { number.load(ordering: .relaxed) }
  func up() { number.add(1, ordering: .relaxed) }
}

/// Returns the values that a stream sends synchronously.
func values<Stream: StreamProtocol>(_ stream: Stream) -> [Stream.Value] { Recorder(stream).values }

/// Returns the elements of a lazy stream. It accepts no other type, so it shows that an operator returns a lazy stream.
func pull<Element>(_ stream: LazyStream<Element>) -> [Element] { Array(stream) }
