public import Operators
public import StreamCore
import Subjects

/// Messages to another side that may be out of reach, kept until they are acknowledged.
///
/// They take effect in order, each once, however often it is sent.
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
/// Each entry has a key, by which the other side recognizes it: it ignores an entry that it has already taken, and
/// repeats its answer. The next entries are sent when the previous ones have been acknowledged. Up to `batch` entries
/// are sent together, and the other side takes them in order.
///
/// A sending that fails, or that ends before all of its entries are acknowledged, is repeated with the remaining ones
/// if the policy allows it, counting from the last acknowledgement. Otherwise the failure is the answer to the first of
/// these entries. That entry is removed, and the others are sent again.
///
/// Everything happens on the scheduler; by default that is a private queue. Keeps up to `limit` entries, and the
/// answer to each for its subscribers. A program whose messages should survive its end stores ``entries`` and passes
/// them as `keeping:`. After its release an outbox sends nothing, and the streams of answers complete without one.
public final class Outbox<Message: Sendable, Answer: Sendable, Failure: Error>: Sendable {
  /// A message that waits for its acknowledgement.
  public struct Entry: Sendable {
    /// The key, which no other entry has.
    public let key: String
    /// The message.
    public let message: Message

    /// Creates an entry, for example one that was stored.
    public init(key: String, message: Message) {
      self.key = key
      self.message = message
    }
  }

  /// The answer of the other side to an entry that it has taken.
  public struct Acknowledgement: Sendable {
    let key: String
    let answer: Answer

    /// Creates the answer to the entry with a key. It is ignored if that entry was not sent, or was acknowledged.
    public init(key: String, answer: Answer) {
      self.key = key
      self.answer = answer
    }
  }

  /// The entries that are not acknowledged, in the order in which they were posted.
  public var entries: Property<[Entry]> { sender.waiting.property }

  private let sender: OutboxSender<Message, Answer, Failure>
  private let limit: Int

  /// Creates an outbox with a function that sends entries and returns a stream of acknowledgements.
  ///
  /// - Parameters:
  ///   - kept: The entries that were stored.
  ///   - limit: The greatest number of entries. Less than 1 traps.
  ///   - batch: The greatest number of entries that are sent together. Less than 1 traps.
  ///   - silence: The timeout for the next acknowledgement, after which the sending is repeated. Negative traps.
  ///   - send: Sends entries to the other side. A stream that is no longer needed is disposed.
  public init<Source: StreamProtocol<Acknowledgement, Failure>>(
    keeping kept: [Entry] = [], limit: Int = 1_000, batch: Int = 1,
    retrying policy: RetryPolicy<Disconnection<Failure>>, silence: Duration? = nil,
    on scheduler: any Scheduler = QueueScheduler(name: "rill.outbox"), send: @escaping @Sendable ([Entry]) -> Source
  ) {
    precondition(limit >= 1, "`Outbox(limit:)` needs 1 or more, got \(limit).")
    precondition(batch >= 1, "`Outbox(batch:)` needs 1 or more, got \(batch).")
    precondition(silence.map { $0 >= .zero } ?? true, "`Outbox(silence:)` needs 0 or more, got \(silence!).")
    self.limit = limit
    sender = OutboxSender(kept, policy)
    sender.start(scheduler) { entries in
      let sent = Array(entries.prefix(batch))
      let answers = send(sent).mapFailure(Disconnection.failed)
      return (sent, silence.map { answers.timeout(after: $0, on: scheduler, failure: .silence) } ?? answers)
    }
  }

  deinit { sender.stop() }

  /// Enqueues a message, and returns its answer: one value, when the message is acknowledged.
  ///
  /// The message is sent whether or not the answer has a subscriber; late subscribers receive the answer, too. Fails
  /// with `full` immediately if the outbox has as many entries as it may. A message
  /// whose key is already queued is not enqueued again.
  ///
  /// - Parameter key: The key of the entry; by default a random text. With a custom key a caller may post a message
  ///   again, if it does not know whether it has posted it.
  @discardableResult
  public func post(_ message: Message, key: String? = nil) -> Signal<Answer, OutboxFailure<Failure>> {
    sender.post(Entry(key: key ?? newKey(), message: message), limit) ?? .fail(.full)
  }
}

/// The reason why a message has no answer.
public enum OutboxFailure<Failure: Error>: Error {
  /// The outbox was full, and the message was not enqueued.
  case full

  /// The message was not acknowledged, and is not sent again. Whether it has taken effect is unknown.
  case gaveUp(Disconnection<Failure>)
}

extension OutboxFailure: Equatable where Failure: Equatable {}
extension OutboxFailure: Hashable where Failure: Hashable {}

/// 128 random bits.
private func newKey() -> String {
  let digits = String(UInt128.random(in: .min ... .max), radix: 16)
  return String(repeating: "0", count: 32 - digits.count) + digits
}
