import Operators
import Synchronization
import Testing

/// The failure of the sources in these tests; `#` in a picture.
enum Oops: Error { case oops }

/// What a character of a picture stands for where the test gives no table.
protocol Drawable: Equatable, Sendable {
  init(drawn character: Character)
}
extension Int: Drawable { init(drawn character: Character) { self = character.wholeNumberValue! } }
extension String: Drawable { init(drawn character: Character) { self = String(character) } }
extension Bool: Drawable { init(drawn character: Character) { self = character == "t" } }
extension Array: Drawable where Element == Int { init(drawn character: Character) { self = [Int(drawn: character)] } }

/// The sources of most pictures.
typealias Ints = Signal<Int, Oops>
typealias Letters = Signal<String, Oops>

/// An event and the frame in which it came.
struct Timed<Value: Equatable & Sendable>: Equatable, CustomStringConvertible, Sendable {
  var frame: Int
  var event: Event<Value, Oops>
  static func == (a: Self, b: Self) -> Bool {
    guard a.frame == b.frame else { return false }
    switch (a.event, b.event) {
    case (.next(let x), .next(let y)): return x == y
    case (.failed, .failed), (.completed, .completed): return true
    default: return false
    }
  }
  var description: String { "\(frame): \(event)" }
}

/// Reads a picture: a character a frame, `-` nothing, `|` completion, `#` failure, parentheses around what shares a frame.
func drawing<Value: Equatable & Sendable>(_ picture: String, _ value: (Character) -> Value) -> [Timed<Value>] {
  var events: [Timed<Value>] = []
  var frame = 0
  var isGrouped = false
  for character in picture {
    switch character {
    case "-": frame += 1
    case "(": isGrouped = true
    case ")":
      isGrouped = false
      frame += 1
    default:
      let event: Event<Value, Oops> =
        character == "|" ? .completed : character == "#" ? .failed(.oops) : .next(value(character))
      events.append(Timed(frame: frame, event: event))
      if !isGrouped { frame += 1 }
    }
  }
  return events
}

/// Plays a picture and writes down what an operator makes of it.
final class Stage<Input: Equatable & Sendable, Output: Equatable & Sendable>: Sendable {
  let frame = Atomic(0)
  let teardowns = Atomic(0)
  let subscriptions = Atomic(0)
  /// Guard: everything runs on the test's thread.
  nonisolated(unsafe) var seen: [Timed<Output>] = []

  func source(_ script: [Timed<Input>]) -> Signal<Input, Oops> {
    Signal(attaching: { sink, subscription in
      self.subscriptions.add(1, ordering: .relaxed)
      subscription.add { self.teardowns.add(1, ordering: .relaxed) }
      for item in script {
        guard subscription.isActive else { return }
        self.frame.store(item.frame, ordering: .relaxed)
        sink.send(item.event)
      }
    })
  }
}

/// Checks that an operator turns the source's picture into the expected one, and that the source was torn down once it ended.
///
/// The picture's last event tells when: a later event of the source must not have been asked for.
func expectPicture<Input: Drawable, Output: Drawable, Result: StreamProtocol<Output, Oops>>(
  _ source: String, _ expected: String,
  input: [Character: Input] = [:], output: [Character: Output] = [:],
  sourceLocation: SourceLocation = #_sourceLocation,
  _ apply: (Signal<Input, Oops>) -> Result
) {
  let stage = Stage<Input, Output>()
  let script = drawing(source) { input[$0] ?? Input(drawn: $0) }
  let wanted = drawing(expected) { output[$0] ?? Output(drawn: $0) }
  let subscription = apply(stage.source(script)).subscribe(events: { event in
    stage.seen.append(Timed(frame: stage.frame.load(ordering: .relaxed), event: event))
  })
  #expect(stage.seen == wanted, sourceLocation: sourceLocation)
  if wanted.last?.event.isTerminal == true {
    #expect(subscription.isDisposed, sourceLocation: sourceLocation)
  }
  subscription.dispose()
  let (begun, ended) = (stage.subscriptions.load(ordering: .relaxed), stage.teardowns.load(ordering: .relaxed))
  #expect(begun == ended, sourceLocation: sourceLocation)
}

/// A list that handlers write to and the test reads.
final class Notes<Note: Sendable>: Sendable {
  /// Guard: the tests that use it stay on one thread.
  nonisolated(unsafe) private(set) var all: [Note] = []
  func add(_ note: Note) { all.append(note) }
}

/// The values that a stream sends while it is being subscribed to.
func values<Stream: StreamProtocol>(_ stream: Stream) -> [Stream.Value] {
  let notes = Notes<Stream.Value>()
  stream.subscribe(next: { notes.add($0) }, failed: { _ in })
  return notes.all
}

/// Counts, from any thread.
final class Counter: Sendable {
  private let number = Atomic(0)
  var count: Int { number.load(ordering: .relaxed) }
  func up() { number.add(1, ordering: .relaxed) }
}
