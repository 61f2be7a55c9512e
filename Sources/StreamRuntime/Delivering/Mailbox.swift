public import StreamPrimitives

/// Delivers items on an actor, in order.
///
/// A sender on the actor delivers synchronously. Otherwise the item hops. Items that arrive before the hop is over are
/// queued at the gate and delivered by the same hop, so a batch costs one hop. When its ``Budget`` is used up, a hop
/// ends and another continues, so that the actor has time for other work.
@usableFromInline
package final class Mailbox<Item: Sendable>: Gated {
  @usableFromInline package let gate = Gate<Item>()
  @usableFromInline let actor: any Actor
  @usableFromInline let receive: @Sendable (Item) -> Void

  /// A mailbox whose items `receive` gets on the actor.
  @inlinable
  package init(_ actor: any Actor, _ receive: @escaping @Sendable (Item) -> Void) {
    self.actor = actor
    self.receive = receive
  }

  /// Delivers an item on the actor, now or after a hop. During a drain it enqueues the item.
  ///
  /// It does not take over a vacant gate, as other senders do, because the caller need not be on the actor. The hop
  /// that was scheduled continues that drain.
  @inlinable
  package func send(_ item: Item, from thread: UInt = currentThread) {
    guard !gate.enqueue(item, from: thread) else { return }
    if isRunning(on: actor) { deliverAndLeave(item) } else { hop(to: actor) { self.deliverAndLeave(item) } }
  }

  @inlinable
  func deliverAndLeave(_ item: Item) {
    receive(item)
    leave()
  }

  @inlinable
  package func deliver(_ item: Item) { receive(item) }

  @usableFromInline package var timeForOthers: Duration { .hopBudget }

  @usableFromInline
  package func continueElsewhere(_ drain: @escaping @Sendable () -> Void) { hop(to: actor, drain) }
}
