/// Brings the events of one subscription to an actor, in order.
///
/// When the event is on the actor already, delivery is synchronous. Otherwise it hops; whatever arrives before the hop is over
/// waits at the gate and is delivered by the same hop, so a batch costs one, and nothing overtakes.
@usableFromInline
final class Mailbox<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline let gate = Gate<Event<Value, Failure>>()
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
      deliver(event)
      gate.leave(deliver)
    } else {
      hop(to: actor) {
        self.deliver(event)
        self.gate.leave(self.deliver)
      }
    }
  }

  @inlinable
  func deliver(_ event: Event<Value, Failure>) {
    if subscription.isActive { sink.send(event) }
  }
}
