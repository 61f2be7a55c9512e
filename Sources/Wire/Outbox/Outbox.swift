public import Operators
public import Properties
public import StreamCore
import Subjects

/// Messages to another side that may be unreachable, kept until they are acknowledged.
///
/// They take effect in order, each once, however often they are sent.
///
/// ```swift
/// let orders = Outbox<Order, Receipt, RequestError>(retrying: .exponential(from: .milliseconds(100))) { entries in
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
/// With `lane` the messages are in several lanes, which do not wait for each other. Order is kept within a lane, and an
/// entry that cannot be sent blocks its lane only.
///
/// A sending that fails, or that ends before all of its entries are acknowledged, is repeated with the remaining ones
/// if the policy allows it, counting from the last acknowledgement. Otherwise the failure is the answer to the first of
/// these entries: it is refused. The others are sent again. A refused entry is removed, or kept in ``refused`` until it
/// is discarded, edited or retried.
///
/// Everything happens on the scheduler; by default that is a private queue. Keeps up to `limit` entries, and the
/// answer to each for its subscribers. With a store the entries survive the end of the program. After its release an
/// outbox sends nothing, and the streams of answers complete without one.
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

  /// An entry that is not sent, and kept.
  public struct Refused: Sendable {
    /// The key of the entry.
    public let key: String
    /// The message; `nil` if the store cannot read it.
    public let message: Message?
    /// The reason why the entry is not sent.
    public let reason: Reason

    /// Why an entry is not sent.
    public enum Reason: Sendable {
      /// The policy did not allow a further sending after this loss.
      case gaveUp(Disconnection<Failure>)
      /// It was refused when the program ran before.
      case earlier(String)
      /// The store cannot read it.
      case unreadable(String)
    }
  }

  /// The entries that are not acknowledged, in the order in which they were posted.
  public var entries: Property<[Entry]> { sender.entries }

  /// The entries that were refused and are kept, the oldest first. Empty unless `keepsRefused` or a store was passed.
  public var refused: Property<[Refused]> { sender.refused.property }

  /// Whether nothing is sent. While it is true, entries are accepted, and a running sending continues.
  public var isPaused: MutableProperty<Bool> { sender.isPaused }

  /// The last failure of the store; `nil` after a change that was stored.
  public var storeFailure: Property<StoreFailure?> { sender.storeFailure.property }

  private let sender: OutboxSender<Message, Answer, Failure>
  private let limit: Int

  /// Creates an outbox with a function that sends entries and returns a stream of acknowledgements.
  ///
  /// - Parameters:
  ///   - kept: The entries to begin with, for example those of an earlier run.
  ///   - limit: The greatest number of entries, refused ones included. Less than 1 traps.
  ///   - batch: The greatest number of entries that are sent together. Less than 1 traps.
  ///   - lane: Returns the lane of a message; by default there is one lane.
  ///   - keepsRefused: Whether refused entries are kept in ``refused``.
  ///   - silence: The timeout for the next acknowledgement, after which the sending is repeated. Negative traps.
  ///   - send: Sends entries of one lane to the other side. A stream that is no longer needed is disposed.
  public convenience init<Source: StreamProtocol<Acknowledgement, Failure>>(
    keeping kept: [Entry] = [], limit: Int = 1_000, batch: Int = 1,
    lane: @escaping @Sendable (Message) -> String = { _ in "" }, keepsRefused: Bool = false,
    retrying policy: RetryPolicy<Disconnection<Failure>>, silence: Duration? = nil,
    on scheduler: any Scheduler = QueueScheduler(name: "rill.outbox"), send: @escaping @Sendable ([Entry]) -> Source
  ) {
    self.init(
      OutboxSender(
        kept.map { StoredEntry(key: $0.key, .waiting($0.message)) }, policy, lane, keepsRefused: keepsRefused
      ) {
        _ throws(StoreFailure) in
      }, limit, batch, silence, scheduler, send)
  }

  /// Creates an outbox whose entries are kept in a store.
  ///
  /// Throws if the store cannot be read. Entries of an earlier run are sent first; refused ones are in ``refused``.
  /// When ``post(_:key:)`` has returned, the message has been stored or its answer has failed, unless another call is
  /// changing an entry with the same key. So `post` takes as long as the store. The other parameters are those of
  /// ``init(keeping:limit:batch:lane:keepsRefused:retrying:silence:on:send:)``.
  public convenience init<Source: StreamProtocol<Acknowledgement, Failure>>(
    store: some OutboxStore<Message>, limit: Int = 1_000, batch: Int = 1,
    lane: @escaping @Sendable (Message) -> String = { _ in "" },
    retrying policy: RetryPolicy<Disconnection<Failure>>, silence: Duration? = nil,
    on scheduler: any Scheduler = QueueScheduler(name: "rill.outbox"), send: @escaping @Sendable ([Entry]) -> Source
  ) throws(StoreFailure) {
    self.init(
      OutboxSender(try store.entries(), policy, lane, keepsRefused: true) { changes throws(StoreFailure) in
        try store.save(changes)
      }, limit, batch, silence, scheduler, send)
  }

  private init<Source: StreamProtocol<Acknowledgement, Failure>>(
    _ sender: OutboxSender<Message, Answer, Failure>, _ limit: Int, _ batch: Int, _ silence: Duration?,
    _ scheduler: any Scheduler, _ send: @escaping @Sendable ([Entry]) -> Source
  ) {
    if limit < 1 { fatalError("`Outbox(limit:)` needs 1 or more, got \(limit).") }
    if batch < 1 { fatalError("`Outbox(batch:)` needs 1 or more, got \(batch).") }
    if let silence, silence < .zero { fatalError("`Outbox(silence:)` needs 0 or more, got \(silence).") }
    self.limit = limit
    self.sender = sender
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
  /// with `full` immediately if the outbox has as many entries as it may. A message whose key is already queued is not
  /// enqueued again.
  ///
  /// - Parameter key: The key of the entry; by default a random text. With a custom key a caller may post a message
  ///   again, if it does not know whether it has posted it. The key of a refused entry retries its message, or
  ///   replaces it if it cannot be read.
  @discardableResult
  public func post(_ message: Message, key: String? = nil) -> Signal<Answer, OutboxFailure<Failure>> {
    sender.post(Entry(key: key ?? newKey(), message: message), limit) ?? .fail(.full)
  }

  // MARK: Repairing

  /// Ends the waits before the next sendings.
  public func retryNow() { sender.hurry.send() }

  /// Sends a refused entry again, under its key and after all others of its lane, and returns its answer.
  ///
  /// Returns `nil` if no refused entry with a message has the key.
  @discardableResult
  public func retry(_ key: String) -> Signal<Answer, OutboxFailure<Failure>>? { sender.retry(key) }

  /// Replaces an entry, waiting or refused, by another message with a new key, and returns its answer.
  ///
  /// The earlier message may have taken effect, unless it was never sent. If there is no such entry, because it was
  /// acknowledged meanwhile, the message is posted all the same, or fails with `full`.
  @discardableResult
  public func edit(_ key: String, to message: Message) -> Signal<Answer, OutboxFailure<Failure>> {
    sender.post(Entry(key: newKey(), message: message), limit, replacing: key) ?? .fail(.full)
  }

  /// Removes an entry, waiting or refused. The answer to a waiting one fails with `discarded`.
  ///
  /// The message may have taken effect, unless it was never sent. Returns whether there was such an entry, and it could
  /// be removed from the store. If another call is storing the entry, returns `true`, and that call removes it. If the
  /// removal fails then, ``storeFailure`` has the reason, and the entry exists again after a restart.
  @discardableResult
  public func discard(_ key: String) -> Bool { sender.discard(key) }
}

/// The reason why a message has no answer.
public enum OutboxFailure<Failure: Error>: Error {
  /// The outbox was full, and the message was not enqueued.
  case full

  /// The message was not acknowledged, and is not sent again. Whether it has taken effect is unknown.
  case gaveUp(Disconnection<Failure>)

  /// The message could not be stored, and was not enqueued.
  case notStored(StoreFailure)

  /// The message was discarded, or replaced by an edited one.
  case discarded
}

extension OutboxFailure: Equatable where Failure: Equatable {}
extension OutboxFailure: Hashable where Failure: Hashable {}

extension OutboxFailure: CustomStringConvertible {
  /// The reason and its remedy.
  public var description: String {
    switch self {
    case .full:
      "The outbox is full, and the message was not enqueued. Post it later, discard entries, or pass a larger `limit`."
    case .gaveUp(let reason):
      "The message was not acknowledged and is not sent again. Ask the remote side whether it took effect. \(reason)"
    case .notStored(let failure):
      "The message could not be stored, and was not enqueued. Post it again when the store can be written. \(failure)"
    case .discarded: "The message was discarded, or replaced by an edited one. Use the answer to that one."
    }
  }
}

/// 128 random bits.
private func newKey() -> String {
  let digits = String(UInt128.random(in: .min ... .max), radix: 16)
  return String(repeating: "0", count: 32 - digits.count) + digits
}
