import Operators
import StreamTesting
import Synchronization

/// Counts, from any thread.
final class Tally: Sendable {
  private let number = Atomic(0)
  var count: Int { number.load(ordering: .relaxed) }

  /// One more: the new count.
  @discardableResult
  func up() -> Int { number.add(1, ordering: .relaxed).newValue }
}

/// What was done, in order.
final class Diary: Sendable {
  private let notes = Lock<[String]>([])
  var all: [String] { notes.withLock { $0 } }
  func note(_ text: String) { notes.withLock { $0.append(text) } }

  /// A stream that writes down when it is subscribed to and disposed.
  func watch<Value, Failure>(_ name: String, _ stream: Signal<Value, Failure>) -> Signal<Value, Failure> {
    Signal(attaching: { sink, subscription in
      self.note("+\(name)")
      subscription.add { self.note("-\(name)") }
      stream.attach(sink, to: subscription)
    })
  }
}

/// The streams that stand beside the battery's input.
typealias Failing = Signal<Int, TestFailure>
