/// Brings the events of one subscription to an actor, in order.
///
/// When the event is on the actor already, delivery is synchronous. Otherwise it hops; whatever arrives before the hop is over
/// waits at the gate and is delivered by the same hop, so a batch costs one, and nothing overtakes.
@usableFromInline
final class Mailbox<Value: Sendable, Failure: Error>: Sendable {
  private let gate = Gate<Event<Value, Failure>>()
  private let actor: any Actor
  private let sink: Sink<Value, Failure>
  private let subscription: Subscription

  @usableFromInline
  init(_ actor: any Actor, _ sink: Sink<Value, Failure>, _ subscription: Subscription) {
    self.actor = actor
    self.sink = sink
    self.subscription = subscription
  }

  @usableFromInline
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

  private func deliver(_ event: Event<Value, Failure>) {
    if subscription.isActive { sink.send(event) }
  }
}
