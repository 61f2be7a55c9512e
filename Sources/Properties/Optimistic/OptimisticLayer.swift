import StreamCore
import StreamPrimitives

/// A change that is shown before it is confirmed: an optimistic update.
///
/// ```swift
/// let shown = post.optimistic()
/// let layer = shown.layer { $0.likes += 1 }
/// let count = try await server.like()
/// layer.confirm { post.modify { $0.likes = count } }     // or layer.rollBack()
/// ```
///
/// It is made by ``OptimisticProperty/layer(_:)``, or for a row of a table. The change is a function of the base value.
/// It is applied again when the base changes, in the order in which the layers were made. A layer is removed once:
/// later calls do nothing. It may be used from any thread; inside ``batch(_:)`` its end is a part of the transaction. A
/// layer that is released stays until the base is released; `Command(optimistically:)` ends its layers itself.
public final class OptimisticLayer<Base: Sendable>: Sendable {
  @usableFromInline let id: OptimisticChange<Base>.ID
  @usableFromInline let update: @Sendable (@escaping (inout [OptimisticChange<Base>]) -> Void) -> Void

  /// Called outside of a batch, after a confirmation that waits for a value of the base.
  @usableFromInline let awaitArrival: @Sendable () -> Void

  /// - Parameter update: Changes the list that contains the change.
  @inlinable
  package init(
    _ id: OptimisticChange<Base>.ID, awaitArrival: @escaping @Sendable () -> Void,
    update: @escaping @Sendable (@escaping (inout [OptimisticChange<Base>]) -> Void) -> Void
  ) {
    (self.id, self.awaitArrival, self.update) = (id, awaitArrival, update)
  }

  /// Removes the layer, because the base has the answer of the server, or gets it from a closure.
  ///
  ///     base       10-------------11---
  ///     layer +1   ---x-----------c         confirm { base.value = 11 }
  ///     shown      10-11----------11---
  ///
  /// The closure and the removal are one step: observers are never notified of the base without the layer, or of the
  /// answer with it.
  public func confirm(_ arrival: () -> Void = {}) {
    batch {
      arrival()
      rollBack()
    }
  }

  /// Removes the layer when the base has a value that includes the change, for example a replica's position.
  ///
  ///     base       (10 at 1)---------------(11 at 2)---
  ///     layer +1   -----------x-----c                      confirm(once: { ($0.position ?? 0) >= 2 })
  ///     shown      10---------11-----------11----------
  ///
  /// Until then the layer stays. The value of the base that satisfies the condition is shown without it, in the same
  /// step. `hasArrived` runs as a part of a derived property, and should only compare.
  public func confirm(once hasArrived: @escaping @Sendable (Base) -> Bool) {
    let arrival = OptimisticChange<Base>.Arrival(hasArrived)
    update { [id] changes in
      if let index = changes.firstIndex(where: { $0.id === id }) { changes[index].arrival = arrival }
    }
    // Inside a batch the base may have a value that the batch takes back.
    GraphThread.afterBatch(awaitArrival)
  }

  /// Removes the layer, because the change was refused: the base is shown without it.
  public func rollBack() { update { [id] changes in changes.removeAll { $0.id === id || $0.isOver } } }
}

/// A change of an ``OptimisticLayer`` in the list of its base.
@usableFromInline
package struct OptimisticChange<Base: Sendable>: Sendable {
  @usableFromInline
  package final class ID: Sendable {
    @inlinable init() {}
  }

  /// The condition under which the base includes the change.
  @usableFromInline
  package final class Arrival: Sendable {
    private let condition: @Sendable (Base) -> Bool
    private let isOver = Atomic(false)

    init(_ condition: @escaping @Sendable (Base) -> Bool) { self.condition = condition }

    @usableFromInline package var wasSeen: Bool { isOver.load(ordering: .relaxed) }

    @usableFromInline package func includes(_ base: Base) -> Bool { wasSeen || condition(base) }

    /// Records a value of the base that no batch can take back.
    package func note(_ base: Base) { if condition(base) { isOver.store(true, ordering: .relaxed) } }
  }

  @usableFromInline package let id: ID
  @usableFromInline package var arrival: Arrival?
  @usableFromInline let change: @Sendable (inout Base) -> Void

  @inlinable
  package init(_ change: @escaping @Sendable (inout Base) -> Void) {
    id = ID()
    self.change = change
  }

  /// Whether the base has included the change, and no batch can take that back.
  @inlinable package var isOver: Bool { arrival?.wasSeen ?? false }

  /// Applies the change to the value under it, unless the base includes it.
  @inlinable
  package func apply(to value: inout Base, over base: Base) {
    if !(arrival?.includes(base) ?? false) { change(&value) }
  }
}
