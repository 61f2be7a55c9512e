public import Operators
public import StreamCore
import Subjects

/// What waits to be said to somebody far away, until it is acknowledged: in order, and however often it had to be said,
/// once in effect.
///
/// ```swift
/// let orders = Outbox<Order, Receipt, NetworkError>(retrying: .exponential(from: .milliseconds(100))) { entries in
///   connection.send(entries)        // a stream of acknowledgements
/// }
/// let receipt = try await orders.post(order).single
/// ```
///
///     post      1--2------------------
///     send      1-#    1-a  2-a          # lost; a: acknowledged
///     entries   1--(12)----2-----0       how many are left: 0
///
/// Each entry has a key, by which the other side knows it again: one that it has taken already it does not take a
/// second time, and answers as it did then. The next is sent when those before it have been acknowledged, or up to
/// `batch` together, which the other side takes in their order. A sending that fails, or ends before all is
/// acknowledged, is repeated with what is left of it when the policy says so, counting from the last acknowledgement. A
/// failure that the policy does not let be repeated is the answer to the first of them, which is let go of; the others
/// go on.
///
/// All of it happens on the scheduler, without `on:` on a queue of its own. Keeps up to `limit` entries, and the answer
/// to each for those who listen to it. A program that wants to survive its own end stores ``entries`` and passes what
/// it has stored as `keeping:`. Released, it sends nothing more; a caller that waits for an answer hears of the end
/// without one.
public final class Outbox<Message: Sendable, Answer: Sendable, Failure: Error>: Sendable {
  /// A message that waits for its acknowledgement.
  public struct Entry: Sendable {
    /// What tells it from all others.
    public let key: String
    /// What is to be said.
    public let message: Message

    /// An entry that was stored.
    public init(key: String, message: Message) {
      self.key = key
      self.message = message
    }
  }

  /// What the other side says to an entry when it has taken it.
  public struct Acknowledgement: Sendable {
    let key: String
    let answer: Answer

    /// The answer to the entry with a key. A key that has not been sent, or was acknowledged before, is ignored.
    public init(key: String, answer: Answer) {
      self.key = key
      self.answer = answer
    }
  }

  /// What has not been acknowledged, in the order in which it was posted.
  public var entries: Property<[Entry]> { sender.waiting.property }

  private let sender: OutboxSender<Message, Answer, Failure>
  private let limit: Int

  /// An outbox whose entries are sent by a function, as a stream of acknowledgements.
  ///
  /// - Parameters:
  ///   - kept: What was left the last time.
  ///   - limit: How many entries may wait. Below 1 traps.
  ///   - batch: How many are sent together at most. Below 1 traps.
  ///   - silence: How long the other side may say nothing before the sending is given up, and repeated. Negative traps.
  ///   - send: Says some entries to the other side. A stream that is not needed any more is disposed.
  public init<Source: StreamProtocol<Acknowledgement, Failure>>(
    keeping kept: [Entry] = [], limit: Int = 1_000, batch: Int = 1,
    retrying policy: RetryPolicy<Disconnection<Failure>>, silence: Duration? = nil,
    on scheduler: any Scheduler = QueueScheduler(name: "rill.outbox"), send: @escaping @Sendable ([Entry]) -> Source
  ) {
    precondition(limit >= 1, "An outbox has to have room for an entry, and not for \(limit).")
    precondition(batch >= 1, "At least one entry is sent at a time, and not \(batch).")
    precondition(silence.map { $0 >= .zero } ?? true, "A silence cannot be negative, and this is \(silence!).")
    self.limit = limit
    sender = OutboxSender(kept, policy)
    sender.start(scheduler) { entries in
      let sent = Array(entries.prefix(batch))
      let answers = send(sent).mapFailure(Disconnection.failed)
      return (sent, silence.map { answers.timeout(after: $0, on: scheduler, failure: .silence) } ?? answers)
    }
  }

  deinit { sender.stop() }

  /// Puts a message behind all others, and gives the answer to it: one value, when it is acknowledged.
  ///
  /// It is sent whether or not anyone listens. The answer is kept for those who listen late. Fails with `full` at once
  /// where as many wait as may. A key that waits already is the same message, said again: it is not put there twice.
  ///
  /// - Parameter key: What tells it from all others, without one a random text. One's own can be said again by who does
  ///   not know any more whether it has been said.
  @discardableResult
  public func post(_ message: Message, key: String? = nil) -> Signal<Answer, OutboxFailure<Failure>> {
    sender.post(Entry(key: key ?? newKey(), message: message), limit) ?? .fail(.full)
  }
}

/// Why there is no answer to a message.
public enum OutboxFailure<Failure: Error>: Error {
  /// As many messages wait as may: this one was not taken.
  case full

  /// It was not acknowledged, and is not sent again: whether it is in effect is not known.
  case gaveUp(Disconnection<Failure>)
}

extension OutboxFailure: Equatable where Failure: Equatable {}
extension OutboxFailure: Hashable where Failure: Hashable {}

/// 128 random bits.
private func newKey() -> String {
  let digits = String(UInt128.random(in: .min ... .max), radix: 16)
  return String(repeating: "0", count: 32 - digits.count) + digits
}
