import StreamCore

/// Forwards the events of a stream to a subject, with bounded recursion.
///
/// In a chain of subjects, each delivery runs inside the previous one, so a long chain would need a deep stack. When
/// too many deliveries are nested on one thread, the forwarder enqueues the event until the outermost delivery has
/// returned. It holds the gate until then, so later events are queued behind that one.
final class Forwarder<Target: SubjectProtocol>: Gated {
  typealias Item = Event<Target.Value, Target.Failure>

  let gate = Gate<Item>()
  private let subject: Target
  private let subscription: Subscription

  init(_ subject: Target, _ subscription: Subscription) {
    self.subject = subject
    self.subscription = subscription
  }

  /// Forwards an event. Calls do not overlap, so a thread that finds the gate idle need not enter it.
  func forward(_ event: Item) {
    if gate.isIdle, DepthLimit.tryRun({ deliver(event) }) { return }
    if gate.enqueue(event) { return takeOver() }
    DepthLimit.enqueue {
      self.deliver(event)
      self.leave()
    }
  }

  func deliver(_ event: Item) {
    guard subscription.isActive else { return }
    subject.send(event)
    if event.isTerminal { subscription.dispose() }
  }
}
