/// A gated object that delivers on an actor.
///
/// A caller on the actor delivers synchronously. Otherwise the item hops; items that arrive before the hop is over are
/// queued at the gate and delivered by the same hop. So a batch costs one hop, and no item overtakes. After its
/// ``Budget`` a hop ends, and another continues: so the actor has time for other work.
@usableFromInline
package protocol ActorGated: Gated {
  var actor: any Actor { get }
}

extension ActorGated {
  /// Delivers an item on the actor, now or after a hop, or enqueues it if a drain is going on.
  @inlinable
  package func bring(_ item: Item) {
    if !gate.post(item) { deliver(item) }
  }

  /// Delivers the item of the caller, who has entered the gate, and then the items that are queued meanwhile.
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
