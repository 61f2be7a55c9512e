import StreamPrimitives

/// Cancels a task when it is disposed, but not while the task delivers.
///
/// What a task delivers may end the stream, and the end disposes this. The task has nothing to give up then, and what
/// follows downstream (the next of a `concat`, a retry) runs in it: it should not find itself cancelled.
@usableFromInline
package final class TaskTeardown: Disposing {
  /// Of `isKeeping`, `hasEnded` and `delivering`, which is added: that is one instruction, and setting a bit is a loop.
  private let state = Atomic<UInt32>(0)

  /// Guard: written before `isKeeping` is set, which happens once; taken by who was second to set that and `hasEnded`.
  nonisolated(unsafe) private var task: Task<Void, Never>?
  private let access = AccessCheck()

  private static var isKeeping: UInt32 { 1 }
  private static var hasEnded: UInt32 { 2 }
  private static var delivering: UInt32 { 4 }

  @usableFromInline
  package init() {}

  @usableFromInline package var isDisposed: Bool { state.load(ordering: .acquiring) & Self.hasEnded != 0 }

  /// Cancels the task, from now on, when it is disposed. Called once.
  @usableFromInline
  package func keep(_ task: Task<Void, Never>) {
    access.writes()
    self.task = task
    let before = state.bitwiseOr(Self.isKeeping, ordering: .acquiringAndReleasing).oldValue
    if before & Self.hasEnded != 0 { letGo(before) }
  }

  /// Delivers something. Called by the task.
  ///
  /// - Returns: whether there is anyone to deliver to any more.
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
    if before & Self.hasEnded == 0, before & Self.isKeeping != 0 { letGo(before) }
  }

  private func letGo(_ before: UInt32) {
    access.writes()
    let task = self.task
    self.task = nil
    if before < Self.delivering { task?.cancel() }
  }
}
