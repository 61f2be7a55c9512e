import StreamCore

/// A joint's reference to itself, for an operator whose values open further upstreams or start a timer.
///
/// Weak, because the joint retains its sink, and the sink retains this reference. The upstreams keep the joint.
@usableFromInline
final class SelfReference<Rule: Operator, Failure: Error>: Sendable {
  /// Guarded by: initialization (set once, before anything is attached).
  @usableFromInline nonisolated(unsafe) weak var joint: Joint<Rule, Failure>?

  @usableFromInline init() {}
}
