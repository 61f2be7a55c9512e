import StreamPrimitives

/// What a scheduled action retains to find out that its scheduler has dropped it before it began (since its actor is
/// gone, say): then `ifDropped` is called, for nobody else will come for what waits.
@usableFromInline
package final class DropGuard: Sendable {
  private let ifDropped: @Sendable () -> Void
  private let hasBegun = Atomic(false)

  /// - Parameter ifDropped: What is done, where it is let go of, unless the action has begun.
  @usableFromInline
  package init(ifDropped: @escaping @Sendable () -> Void) { self.ifDropped = ifDropped }

  deinit { if !hasBegun.load(ordering: .relaxed) { ifDropped() } }

  /// The action begins: nothing is to be done any more.
  @usableFromInline
  package func disarm() { hasBegun.store(true, ordering: .relaxed) }
}
