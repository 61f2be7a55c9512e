import StreamCore
import StreamTesting

/// How the stream ends, in the cells of a matrix.
enum Ending: CaseIterable, Sendable { case completes, fails, goesOn }

/// When the task is cancelled.
enum Cancelling: CaseIterable, Sendable { case never, beforeItAsks, whileItWaits, afterTheEnd }

/// The events that a task received from a stream.
enum Seen: Equatable, Sendable, CustomStringConvertible {
  case values([Int], then: End)
  enum End: Equatable, Sendable { case end, failure(Problem), nothing }

  var description: String {
    switch self {
    case .values(let values, let end): "\(values) then \(end)"
    }
  }
}

/// A stream that the test drives, and one consumer of it as a task of a test scheduler.
final class Bridge: Sendable {
  let time = TestScheduler()
  let hand = Hand<Int, Problem>()
  private let seen = Lock<([Int], Seen.End)>(([], .nothing))
  private let task = Lock<Task<Void, Never>?>(nil)

  /// Holds the consumer back between two values: it asks for the next when the gate opens.
  let turn = Hand<Void, Never>()

  var result: Seen { seen.withLock { .values($0.0, then: $0.1) } }

  /// Makes the iterator. The task requests values immediately, or only when the test advances it.
  func start(_ policy: BufferPolicy<Int>, asks: Bool) {
    let values = hand.values(buffering: policy)
    let started = time.task { [seen, turn] in
      var iterator = values.makeAsyncIterator()
      if !asks {
        var turns = turn.values(buffering: .unbounded).makeAsyncIterator()
        _ = await turns.next()
      }
      do throws(Problem) {
        while let value = try await iterator.next() { seen.withLock { $0.0.append(value) } }
        seen.withLock { $0.1 = .end }
      } catch {
        seen.withLock { $0.1 = .failure(error) }
      }
    }
    task.withLock { $0 = started }
    time.advance()
  }

  /// Lets a task that did not ask yet ask.
  func ask() {
    turn.complete()
    time.advance()
  }

  func send(_ values: [Int]) { for value in values { hand.send(value) } }

  func end(_ ending: Ending) {
    switch ending {
    case .completes: hand.complete()
    case .fails: hand.fail(Problem())
    case .goesOn: break
    }
  }

  func cancel() {
    task.withLock { $0 }?.cancel()
    time.advance()
  }
}
