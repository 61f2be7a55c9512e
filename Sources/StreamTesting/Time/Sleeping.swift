extension TestScheduler {
  /// Suspends the task until virtual time reaches `deadline`; returns immediately if it is past.
  ///
  /// Sleeping tasks and scheduled actions share one queue. A cancelled task wakes immediately and throws
  /// `CancellationError`.
  public func sleep(until deadline: Instant, tolerance: Swift.Duration? = nil) async throws {
    try Task.checkCancellation()
    guard now < deadline else { return }
    let sleeper = Sleeper()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let timer = schedule(at: deadline) { sleeper.wake(.success(())) }
        sleeper.sleep(continuation, until: timer, counting: sleepers)
      }
    } onCancel: {
      sleeper.wake(.failure(CancellationError()))
    }
  }

  /// Suspends until `count` tasks are asleep on this clock.
  ///
  /// A task reaches its `sleep` at an unknown time; a test waits for that here before it advances the time.
  public func waitForSleepers(_ count: Int = 1) async {
    await withCheckedContinuation { continuation in sleepers.wait(for: count, continuation) }
  }

  /// The number of tasks asleep on this clock.
  public var sleeperCount: Int { sleepers.value }
}

/// One sleeping task. The first of timer and cancellation wakes it. That may come before it has its continuation.
private final class Sleeper: Sendable {
  /// The continuation, and the rest that is undone when the task wakes.
  private struct Sleep: Sendable {
    let continuation: CheckedContinuation<Void, any Error>
    let timer: Disposable
    let sleepers: AwaitedCount
  }

  private enum State {
    /// The task has no continuation yet.
    case awake
    case asleep(Sleep)
    case woken(Result<Void, any Error>)
  }

  private let state = Lock(State.awake)

  func sleep(
    _ continuation: CheckedContinuation<Void, any Error>, until timer: Disposable, counting sleepers: AwaitedCount
  ) {
    sleepers.change { $0 += 1 }
    let early = state.withLock { state -> Result<Void, any Error>? in
      if case .woken(let result) = state { return result }
      state = .asleep(Sleep(continuation: continuation, timer: timer, sleepers: sleepers))
      return nil
    }
    guard let early else { return }
    timer.dispose()
    sleepers.change { $0 -= 1 }
    continuation.resume(with: early)
  }

  /// Wakes the task, unless it is woken already.
  func wake(_ result: Result<Void, any Error>) {
    let sleep = state.withLock { state -> Sleep? in
      switch state {
      case .woken: return nil
      case .awake:
        state = .woken(result)
        return nil
      case .asleep(let sleep):
        state = .woken(result)
        return sleep
      }
    }
    guard let sleep else { return }
    sleep.timer.dispose()
    sleep.sleepers.change { $0 -= 1 }
    sleep.continuation.resume(with: result)
  }
}
