import Operators
import StreamTesting
import Synchronization

/// A counter for any thread.
final class Tally: Sendable {
  private let number = Atomic(0)
  var count: Int { number.load(ordering: .relaxed) }

  /// Adds one, and returns the new count.
  @discardableResult
  func up() -> Int { number.add(1, ordering: .relaxed).newValue }
}

/// A log of events in order.
final class Diary: Sendable {
  private let notes = Lock<[String]>([])
  var all: [String] { notes.withLock { $0 } }
  func note(_ text: String) { notes.withLock { $0.append(text) } }

  /// Returns the stream with log entries for its subscription and disposal.
  func watch<Value, Failure>(_ name: String, _ stream: Signal<Value, Failure>) -> Signal<Value, Failure> {
    Signal(attaching: { sink, subscription in
      self.note("+\(name)")
      subscription.add { self.note("-\(name)") }
      stream.attach(sink, to: subscription)
    })
  }
}

/// The type of the streams combined with the battery's input.
typealias Failing = Signal<Int, TestFailure>
