import StreamPrimitives

/// Cancels a task when it is disposed, but not while the task delivers.
///
/// A delivery may end the stream, and the end disposes this object. Then the work of the task is over already, and the
/// next stream of a `concat` or a retry begins in this task. It must not find the task cancelled.
@usableFromInline
package final class TaskTeardown: Disposing {
  /// The bits `hasTask` and `hasEnded`, plus `delivering` during a delivery.
  ///
  /// `delivering` is added and subtracted, which is one instruction. Setting a bit would be a loop.
  private let state = Atomic<UInt32>(0)

  /// Guarded by: `state`. It is written before `hasTask` is set. The thread that sets the second of `hasTask` and
  /// `hasEnded` takes it.
  nonisolated(unsafe) private var task: Task<Void, Never>?
  private let access = AccessCheck()

  private static var hasTask: UInt32 { 1 }
  private static var hasEnded: UInt32 { 2 }
  private static var delivering: UInt32 { 4 }

  @usableFromInline
  package init() {}

  @usableFromInline package var isDisposed: Bool { state.load(ordering: .acquiring) & Self.hasEnded != 0 }

  /// Sets the task to cancel. Called once.
  @usableFromInline
  package func setTask(_ task: Task<Void, Never>) {
    access.writes()
    self.task = task
    let before = state.bitwiseOr(Self.hasTask, ordering: .acquiringAndReleasing).oldValue
    if before & Self.hasEnded != 0 { release(before) }
  }

  /// Runs a delivery. Called by the task.
  ///
  /// - Returns: `false` if this object was disposed before or during the delivery.
  @discardableResult
  @usableFromInline
  package func deliver(_ work: () -> Void) -> Bool {
    guard state.add(Self.delivering, ordering: .acquiring).oldValue & Self.hasEnded == 0 else { return false }
    work()
    return state.subtract(Self.delivering, ordering: .releasing).oldValue & Self.hasEnded == 0
  }

  @usableFromInline
  package func dispose() {
    let before = state.bitwiseOr(Self.hasEnded, ordering: .acquiringAndReleasing).oldValue
    if before & Self.hasEnded == 0, before & Self.hasTask != 0 { release(before) }
  }

  /// Releases the task, and cancels it unless it is delivering.
  private func release(_ before: UInt32) {
    access.writes()
    let task = self.task
    self.task = nil
    if before < Self.delivering { task?.cancel() }
  }
}
