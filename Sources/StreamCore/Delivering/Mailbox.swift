/// Brings the events of one subscription to an actor, in order.
///
/// When the event is on the actor already, delivery is synchronous. Otherwise it hops; whatever arrives before the hop
/// is over waits at the gate and is delivered by the same hop, so a batch costs one, and nothing overtakes. After its
/// ``Share`` the hop is over, and the next goes on: so the actor has time for others.
@usableFromInline
final class Mailbox<Value: Sendable, Failure: Error>: Gated {
  @usableFromInline package let gate = Gate<Event<Value, Failure>>()
  @usableFromInline let actor: any Actor
  @usableFromInline let sink: Sink<Value, Failure>
  @usableFromInline let subscription: Subscription

  @inlinable
  init(_ actor: any Actor, _ sink: Sink<Value, Failure>, _ subscription: Subscription) {
    self.actor = actor
    self.sink = sink
    self.subscription = subscription
  }

  @inlinable
  func accept(_ event: Event<Value, Failure>) {
    guard !gate.post(event) else { return }
    if isRunning(on: actor) {
      handle(event)
      leave()
    } else {
      hop(to: actor) {
        self.handle(event)
        self.leave()
      }
    }
  }

  @inlinable package var timeForOthers: Duration { .ofHop }

  @inlinable
  package func sendFor(_ goOn: @escaping @Sendable () -> Void) { hop(to: actor, goOn) }

  @inlinable
  package func handle(_ event: Event<Value, Failure>) {
    if subscription.isActive { sink.send(event) }
  }
}
