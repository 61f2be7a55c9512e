public import StreamPrimitives

/// Delivers items on an actor, in order.
///
/// If the gate is idle, a sender on the actor delivers synchronously, and any other sender schedules a hop. Until the
/// hop is over, all senders queue their items, also senders on the actor. The same hop delivers these items, so a batch
/// costs one hop. When its ``Budget`` is used up, a hop ends and another continues, so that the actor has time for
/// other work.
@usableFromInline
package final class Mailbox<Item: Sendable>: Gated {
  @usableFromInline package let gate = Gate<Item>()
  @usableFromInline let actor: any Actor
  @usableFromInline let receive: @Sendable (Item) -> Void

  /// A mailbox that calls `receive` on the actor, for one item after another.
  @inlinable
  package init(_ actor: any Actor, _ receive: @escaping @Sendable (Item) -> Void) {
    self.actor = actor
    self.receive = receive
  }

  /// Delivers an item on the actor, now or after a hop. If the gate is not idle, it enqueues the item.
  ///
  /// Other ``Gated`` objects let a sender take over a vacant gate. This one does not, because the caller may be outside
  /// of the actor. The scheduled hop continues the drain.
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
