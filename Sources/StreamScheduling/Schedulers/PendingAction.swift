import StreamPrimitives

/// An action that was scheduled. If its scheduler lets go of it before it has begun (since its actor is gone, say),
/// nobody will come for what waits for it, and something else is done about that.
@usableFromInline
package final class PendingAction: Sendable {
  private let ifDropped: @Sendable () -> Void
  private let hasBegun = Atomic(false)

  /// - Parameter ifDropped: What is done, where it is let go of, if the action has not begun.
  @usableFromInline
  package init(ifDropped: @escaping @Sendable () -> Void) { self.ifDropped = ifDropped }

  deinit { if !hasBegun.load(ordering: .relaxed) { ifDropped() } }

  /// The action begins.
  @usableFromInline
  package func begin() { hasBegun.store(true, ordering: .relaxed) }
}
