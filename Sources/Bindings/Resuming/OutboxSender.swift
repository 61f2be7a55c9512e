import Operators
import StreamCore
import Subjects

/// What an ``Outbox`` sends with: it goes on while that is held.
final class OutboxSender<Message: Sendable, Answer: Sendable, Failure: Error>: Sendable {
  typealias Entry = Outbox<Message, Answer, Failure>.Entry
  typealias Acknowledgement = Outbox<Message, Answer, Failure>.Acknowledgement
  private typealias Reply = ReplaySubject<Answer, OutboxFailure<Failure>>

  let waiting: MutableProperty<[Entry]>

  /// Who waits for the answers to what is waiting.
  private let replies: Lock<[String: Reply]>
  private let subscription = Subscription()
  private let policy: RetryPolicy<Disconnection<Failure>>

  /// What the sending of the moment has not been answered. Guard: as that of `losses`.
  nonisolated(unsafe) private var open: Set<String> = []

  /// How many sendings in a row were lost. Guard: used only by the sending of the moment, whose events do not overlap,
  /// and between one and the next.
  nonisolated(unsafe) private var losses = 0

  init(_ kept: [Entry], _ policy: RetryPolicy<Disconnection<Failure>>) {
    self.policy = policy
    var (entries, replies): ([Entry], [String: Reply]) = ([], [:])
    for entry in kept where replies.updateValue(Reply(count: 1), forKey: entry.key) == nil { entries.append(entry) }
    waiting = MutableProperty(entries)
    self.replies = Lock(replies)
  }

  /// Stops sending. Who waits hears of the end when the replies are released.
  func stop() {
    subscription.dispose()
    var left: [String: Reply] = [:]
    replies.withLock { swap(&$0, &left) }
  }

  /// The answer to an entry, which waits from now on if it does not already; `nil` if as many wait as may.
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

  /// Sends as long as there is something to send.
  ///
  /// - Parameter send: Sends the first of some entries; says which, and gives their acknowledgements.
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
    Relay.run(nowhere, subscription) { [self] lastEnd in
      guard let lastEnd else { return .attach(posted) }
      guard !open.isEmpty else { return .attach(round) }
      losses += 1
      let reason = if case .failed(let reason) = lastEnd { reason } else { Disconnection<Failure>.closed }
      guard let wait = policy.delay(before: losses, after: reason) else {
        giveUp(reason)
        return .attach(round.subscribe(on: scheduler))
      }
      return .attach(round.subscribe(after: wait, on: scheduler))
    }
  }

  /// Takes an acknowledgement, and returns whether any is missing. One of an entry that was not sent, or that was
  /// acknowledged before, is ignored.
  private func isMissingMore(after acknowledgement: Acknowledgement) -> Bool {
    guard open.remove(acknowledgement.key) != nil else { return !open.isEmpty }
    losses = 0
    if let reply = letGo(acknowledgement.key) {
      reply.send(acknowledgement.answer)
      reply.complete()
    }
    return !open.isEmpty
  }

  /// Lets go of the first of those that were sent.
  private func giveUp(_ reason: Disconnection<Failure>) {
    guard let first = waiting.value.first(where: { open.contains($0.key) }) else { return }
    open = []
    losses = 0
    letGo(first.key)?.fail(.gaveUp(reason))
  }

  /// Forgets an entry, and gives who waits for the answer.
  private func letGo(_ key: String) -> Reply? {
    guard let reply = replies.withLock({ $0.removeValue(forKey: key) }) else { return nil }
    waiting.modify { entries in
      if let place = entries.firstIndex(where: { $0.key == key }) { entries.remove(at: place) }
    }
    return reply
  }
}
