public import StreamPrimitives

/// Turns recursion into a loop: a step that is requested while another one runs is run after it.
///
/// `concat`, `repeat`, `retry` and recursive scheduling run their rounds on a trampoline, so a million synchronous
/// rounds need as much stack as one.
@usableFromInline
package struct Trampoline: ~Copyable, Sendable {
  /// The number of requested steps that have not ended. The thread that makes it 1 runs all steps until it is 0.
  @usableFromInline let requested = Atomic<Int>(0)

  /// An idle trampoline.
  @inlinable
  package init() {}

  /// Runs the step: now, or after the one that is running.
  ///
  /// A running trampoline repeats its first `step` for each request, and does not keep the new one. So all calls pass
  /// the same step.
  @inlinable
  package func bounce(_ step: () -> Void) {
    guard requested.add(1, ordering: .acquiringAndReleasing).oldValue == 0 else { return }
    repeat { step() } while requested.subtract(1, ordering: .acquiringAndReleasing).newValue != 0
  }
}
