import Operators
import StreamCore

/// The sending of the entries of one lane, batch after batch, until there are none.
final class OutboxLane<Message: Sendable, Answer: Sendable, Failure: Error>: Sendable {
  typealias Box = Outbox<Message, Answer, Failure>
  typealias Sending = (sent: [Box.Entry], answers: Signal<Box.Acknowledgement, Disconnection<Failure>>)
  private typealias Round = Signal<Never, Disconnection<Failure>>

  let name: String
  let subscription = Subscription()
  private let sender: OutboxSender<Message, Answer, Failure>

  /// The keys of the entries that were sent and are not acknowledged.
  ///
  /// Guarded by: the current sending, as `losses`.
  nonisolated(unsafe) private var open: Set<String> = []

  /// The number of sendings that were lost since the last acknowledgement.
  ///
  /// Guarded by: the current sending (its events do not overlap; it is used by them, and between two sendings).
  nonisolated(unsafe) private var losses = 0

  init(_ name: String, _ sender: OutboxSender<Message, Answer, Failure>) {
    (self.name, self.sender) = (name, sender)
  }

  /// - Parameter send: Sends entries from the beginning of an array.
  func start(_ scheduler: any Scheduler, send: @escaping @Sendable ([Box.Entry]) -> Sending) {
    // The lane may send, or has no entry to wait for.
    let isReady = Property(sender.queue, sender.isPaused) { [name] queue, isPaused in
      !isPaused || !queue.contains { $0.lane == name }
    }
    let ready: Round = isReady.filter { $0 }.first().deliver(on: scheduler)
      .promoteFailure(to: Disconnection<Failure>.self).compactMap { _ in Never?.none }
    let round = Round.deferred { [self] in
      let entries = sender.entries(of: name)
      if entries.isEmpty { return .empty }
      if sender.isPaused.value { return ready }
      let (sent, answers) = send(entries)
      open = Set(sent.map(\.key))
      return answers.deliver(on: scheduler, limit: max(sent.count, 1_024), failure: .overflow)
        .take(while: { [self] in isMissingMore(after: $0) }).compactMap { _ in Never?.none }
    }
    let nowhere = Sink<Never, Disconnection<Failure>>(next: { _ in }, end: { _ in })
    Succession.run(nowhere, subscription) { [self] lastEnd in
      guard let lastEnd else { return .attach(ready) }
      guard !open.isEmpty else { return sender.removeIfEmpty(self) ? .end(.completed) : .attach(round) }
      losses += 1
      let reason = if case .failed(let reason) = lastEnd { reason } else { Disconnection<Failure>.closed }
      guard let wait = sender.policy.delay(before: losses, after: reason) else {
        giveUp(reason)
        return .attach(round.subscribe(on: scheduler))
      }
      // Only the rest is sent again, or nothing, if all of it was discarded meanwhile.
      open = []
      let isOver = Signal.timer(after: wait, on: scheduler).map { _ in }.merge(sender.hurry.deliver(on: scheduler))
      return .attach(isOver.first().then { round })
    }
  }

  /// Takes an acknowledgement, and returns whether any is missing.
  ///
  /// The acknowledgement of an entry that was not sent, or that was acknowledged before, is ignored.
  private func isMissingMore(after acknowledgement: Box.Acknowledgement) -> Bool {
    guard open.remove(acknowledgement.key) != nil else { return !open.isEmpty }
    losses = 0
    sender.acknowledge(acknowledgement)
    return !open.isEmpty
  }

  /// Refuses the first of the entries that were sent.
  private func giveUp(_ reason: Disconnection<Failure>) {
    let first = sender.entries(of: name).first { open.contains($0.key) }
    open = []
    losses = 0
    if let first { sender.refuse(first, reason) }
  }
}
