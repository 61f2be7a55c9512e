import StreamPrimitives

/// Detects that a scheduler has released a scheduled action without running it.
///
/// The action retains the guard. If both are released before the action has begun, for example because its actor was
/// released, the guard calls `ifDropped`. Otherwise the queued values would wait forever.
@usableFromInline
package final class DropGuard: Sendable {
  private let ifDropped: @Sendable () -> Void
  private let hasBegun = Atomic(false)

  /// - Parameter ifDropped: Called on the thread that releases the guard, unless the action has begun.
  @usableFromInline
  package init(ifDropped: @escaping @Sendable () -> Void) { self.ifDropped = ifDropped }

  deinit { if !hasBegun.load(ordering: .relaxed) { ifDropped() } }

  /// Called when the action begins. After it, `ifDropped` is not called.
  @usableFromInline
  package func disarm() { hasBegun.store(true, ordering: .relaxed) }
}
