/// Cancels a task when it is disposed, but not while the task delivers.
///
/// What a task delivers may end the stream, and the end disposes this. The task has nothing to give up then, and what
/// follows downstream (the next of a `concat`, a retry) runs in it: it should not find itself cancelled.
@usableFromInline
package final class TaskTeardown: Disposing {
  private struct State: Sendable {
    var task: Task<Void, Never>?
    var isDelivering = false
    var isDisposed = false
  }

  private let state = Lock(State())

  @usableFromInline
  package init() {}

  @usableFromInline package var isDisposed: Bool { state.withLock { $0.isDisposed } }

  /// Cancels the task, from now on, when it is disposed.
  @usableFromInline
  package func hold(_ task: Task<Void, Never>) {
    let isTooLate = state.withLock { state in
      if !state.isDisposed { state.task = task }
      return state.isDisposed && !state.isDelivering
    }
    if isTooLate { task.cancel() }
  }

  /// Delivers something. Called by the task.
  ///
  /// - Returns: whether there is anyone to deliver to any more.
  @discardableResult
  @usableFromInline
  package func deliver(_ work: () -> Void) -> Bool {
    let isOver = state.withLock { state in
      state.isDelivering = true
      return state.isDisposed
    }
    if isOver { return false }
    work()
    return state.withLock { state in
      state.isDelivering = false
      return !state.isDisposed
    }
  }

  @usableFromInline
  package func dispose() {
    let task = state.withLock { state in
      defer {
        state.task = nil
        state.isDisposed = true
      }
      return state.isDelivering ? nil : state.task
    }
    task?.cancel()
  }
}
