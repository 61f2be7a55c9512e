import Operators
import StreamCore
import Subjects

/// The part of an ``Outbox`` that sends, until the outbox is released.
final class OutboxSender<Message: Sendable, Answer: Sendable, Failure: Error>: Sendable {
  typealias Entry = Outbox<Message, Answer, Failure>.Entry
  typealias Acknowledgement = Outbox<Message, Answer, Failure>.Acknowledgement
  private typealias Reply = ReplaySubject<Answer, OutboxFailure<Failure>>

  let waiting: MutableProperty<[Entry]>

  /// The answers to the waiting entries, by their keys.
  private let replies: Lock<[String: Reply]>
  private let subscription = Subscription()
  private let policy: RetryPolicy<Disconnection<Failure>>

  /// The keys of the entries that were sent and are not acknowledged.
  ///
  /// Guarded by: the current sending, as `losses`.
  nonisolated(unsafe) private var open: Set<String> = []

  /// The number of sendings in a row that were lost.
  ///
  /// Guarded by: the current sending (its events do not overlap; it is used by them, and between two sendings).
  nonisolated(unsafe) private var losses = 0

  init(_ kept: [Entry], _ policy: RetryPolicy<Disconnection<Failure>>) {
    self.policy = policy
    var (entries, replies): ([Entry], [String: Reply]) = ([], [:])
    for entry in kept where replies.updateValue(Reply(count: 1), forKey: entry.key) == nil { entries.append(entry) }
    waiting = MutableProperty(entries)
    self.replies = Lock(replies)
  }

  /// Stops sending. The streams of answers complete when the replies are released.
  func stop() {
    subscription.dispose()
    var left: [String: Reply] = [:]
    replies.withLock { swap(&$0, &left) }
  }

  /// Enqueues an entry unless it is queued, and returns its answer; `nil` if the outbox is full.
  func post(_ entry: Entry, _ limit: Int) -> Signal<Answer, OutboxFailure<Failure>>? {
    let new = Reply(count: 1)
    let (reply, isNew): (Reply?, Bool) = replies.withLock { replies in
      if let known = replies[entry.key] { return (known, false) }
      guard replies.count < limit else { return (nil, false) }
      replies[entry.key] = new
      return (new, true)
    }
    if isNew { waiting.modify { $0.append(entry) } }
    return reply?.signal
  }

  /// Sends entries until the outbox is released.
  ///
  /// - Parameter send: Sends the first of some entries, and returns these and their acknowledgements.
  func start(
    _ scheduler: any Scheduler,
    send: @escaping @Sendable ([Entry]) -> ([Entry], Signal<Acknowledgement, Disconnection<Failure>>)
  ) {
    typealias Round = Signal<Never, Disconnection<Failure>>
    let posted: Round = waiting.filter { !$0.isEmpty }.first().deliver(on: scheduler)
      .promoteFailure(to: Disconnection<Failure>.self).compactMap { _ in Never?.none }
    let round = Round.deferred { [self] in
      guard !waiting.value.isEmpty else { return posted }
      let (sent, answers) = send(waiting.value)
      open = Set(sent.map(\.key))
      return answers.deliver(on: scheduler, limit: max(sent.count, 1_024), failure: .overflow)
        .take(while: { [self] in isMissingMore(after: $0) }).compactMap { _ in Never?.none }
    }
    let nowhere = Sink<Never, Disconnection<Failure>>(next: { _ in }, end: { _ in })
    Sequencer.run(nowhere, subscription) { [self] lastEnd in
      guard let lastEnd else { return .attach(posted) }
      guard !open.isEmpty else { return .attach(round) }
      losses += 1
      let reason = if case .failed(let reason) = lastEnd { reason } else { Disconnection<Failure>.closed }
      guard let wait = policy.delay(before: losses, after: reason) else {
        giveUp(reason)
        return .attach(round.subscribe(on: scheduler))
      }
      return .attach(round.delaySubscription(for: wait, on: scheduler))
    }
  }

  /// Takes an acknowledgement, and returns whether any is missing.
  ///
  /// The acknowledgement of an entry that was not sent, or that was acknowledged before, is ignored.
  private func isMissingMore(after acknowledgement: Acknowledgement) -> Bool {
    guard open.remove(acknowledgement.key) != nil else { return !open.isEmpty }
    losses = 0
    if let reply = remove(acknowledgement.key) {
      reply.send(acknowledgement.answer)
      reply.complete()
    }
    return !open.isEmpty
  }

  /// Removes the first of the entries that were sent, which fails.
  private func giveUp(_ reason: Disconnection<Failure>) {
    guard let first = waiting.value.first(where: { open.contains($0.key) }) else { return }
    open = []
    losses = 0
    remove(first.key)?.fail(.gaveUp(reason))
  }

  /// Removes an entry, and returns its answer.
  private func remove(_ key: String) -> Reply? {
    guard let reply = replies.withLock({ $0.removeValue(forKey: key) }) else { return nil }
    waiting.modify { entries in
      if let place = entries.firstIndex(where: { $0.key == key }) { entries.remove(at: place) }
    }
    return reply
  }
}
