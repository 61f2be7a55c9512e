import StreamCore

/// Brings the events of a stream to a subject.
///
/// Subjects that are fed by each other send inside each other's deliveries, and a chain of them would need as much
/// stack as it is long. Where too many are inside each other on one thread, the rest of the way waits until the
/// outermost has returned. What else is to be forwarded meanwhile, from another thread, waits for it at the gate.
final class Forwarder<Target: SubjectProtocol>: Gated {
  typealias Item = Event<Target.Value, Target.Failure>

  let gate = Gate<Item>()
  private let subject: Target
  private let subscription: Subscription

  init(_ subject: Target, _ subscription: Subscription) {
    self.subject = subject
    self.subscription = subscription
  }

  /// Takes an event. Calls do not overlap, so the gate need not be entered where nothing waits.
  func pass(_ event: Item) {
    if gate.isIdle, DepthLimit.tryRun({ handle(event) }) { return }
    if gate.post(event) { return takeOver() }
    DepthLimit.enqueue {
      self.handle(event)
      self.leave()
    }
  }

  func handle(_ event: Item) {
    guard subscription.isActive else { return }
    subject.send(event)
    if event.isTerminal { subscription.dispose() }
  }
}
