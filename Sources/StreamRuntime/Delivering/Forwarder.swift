/// Passes items on in order, with bounded recursion.
///
/// In a chain of subjects or of bound properties, each delivery runs inside the previous one, so a long chain would
/// need a deep stack. When too many deliveries are nested on one thread, the forwarder enqueues the item until the
/// outermost delivery has returned. It holds the gate until then, so later items are queued behind that one.
@usableFromInline
package final class Forwarder<Item: Sendable>: Gated {
  @usableFromInline package let gate = Gate<Item>()
  @usableFromInline let accept: @Sendable (Item) -> Void

  @inlinable
  package init(_ accept: @escaping @Sendable (Item) -> Void) { self.accept = accept }

  /// Passes an item on. Calls do not overlap, so a thread that finds the gate idle need not enter it.
  @inlinable
  package func pass(_ item: Item) {
    if gate.isIdle, DepthLimit.tryRun({ accept(item) }) { return }
    if gate.enqueue(item) { return takeOver() }
    DepthLimit.enqueue {
      self.accept(item)
      self.leave()
    }
  }

  @inlinable
  package func deliver(_ item: Item) { accept(item) }
}
