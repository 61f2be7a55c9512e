/// Brings the events of one subscription to an actor, in order.
@usableFromInline
final class Mailbox<Value: Sendable, Failure: Error>: ActorGated {
  @usableFromInline package let gate = Gate<Event<Value, Failure>>()
  @usableFromInline package let actor: any Actor
  @usableFromInline let sink: Sink<Value, Failure>
  @usableFromInline let subscription: Subscription

  @usableFromInline
  init(_ actor: any Actor, _ sink: Sink<Value, Failure>, _ subscription: Subscription) {
    self.actor = actor
    self.sink = sink
    self.subscription = subscription
  }

  @inlinable
  package func handle(_ event: Event<Value, Failure>) {
    if subscription.isActive { sink.send(event) }
  }
}
