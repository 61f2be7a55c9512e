/// What is gated and delivers on an actor.
///
/// When the item is on the actor already, delivery is synchronous. Otherwise it hops; whatever arrives before the hop
/// is over waits at the gate and is delivered by the same hop, so a batch costs one, and nothing overtakes. After its
/// ``Budget`` the hop is over, and the next goes on: so the actor has time for others.
@usableFromInline
package protocol ActorGated: Gated {
  var actor: any Actor { get }
}

extension ActorGated {
  /// Delivers an item on the actor, now or later, or leaves it for the one who is delivering.
  @inlinable
  package func bring(_ item: Item) {
    if !gate.post(item) { deliver(item) }
  }

  /// Delivers the item of who has entered the gate, and what was left there meanwhile.
  @inlinable
  package func deliver(_ item: Item) {
    if isRunning(on: actor) {
      handle(item)
      leave()
    } else {
      hop(to: actor) {
        self.handle(item)
        self.leave()
      }
    }
  }

  @usableFromInline package var timeForOthers: Duration { .hopBudget }

  @usableFromInline
  package func continueElsewhere(_ goOn: @escaping @Sendable () -> Void) { hop(to: actor, goOn) }
}
