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
  public var sleeperCount: Int { sleepers.count }
}

/// One sleeping task. The first of timer and cancellation wakes it. That may come before it has its continuation.
private final class Sleeper: Sendable {
  /// The continuation, and the rest that is undone when the task wakes.
  private struct Sleep: Sendable {
    let continuation: CheckedContinuation<Void, any Error>
    let timer: Disposable
    let sleepers: Sleepers
  }

  private enum State {
    /// The task has no continuation yet.
    case awake
    case asleep(Sleep)
    case woken(Result<Void, any Error>)
  }

  private let state = Lock(State.awake)

  func sleep(_ continuation: CheckedContinuation<Void, any Error>, until timer: Disposable, counting sleepers: Sleepers)
  {
    sleepers.change(by: 1)
    let early = state.withLock { state -> Result<Void, any Error>? in
      if case .woken(let result) = state { return result }
      state = .asleep(Sleep(continuation: continuation, timer: timer, sleepers: sleepers))
      return nil
    }
    guard let early else { return }
    timer.dispose()
    sleepers.change(by: -1)
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
    sleep.sleepers.change(by: -1)
    sleep.continuation.resume(with: result)
  }
}

/// The number of sleeping tasks, and the tasks that wait for it to grow.
final class Sleepers: Sendable {
  private struct State {
    var count = 0
    var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Lock(State())

  var count: Int { state.withLock { $0.count } }

  func change(by difference: Int) {
    let satisfied = state.withLock { state in
      state.count += difference
      let count = state.count
      defer { state.waiting.removeAll { $0.count <= count } }
      return state.waiting.filter { $0.count <= count }
    }
    for (_, continuation) in satisfied { continuation.resume() }
  }

  func wait(for count: Int, _ continuation: CheckedContinuation<Void, Never>) {
    let isReached = state.withLock { state in
      if state.count < count { state.waiting.append((count, continuation)) }
      return state.count >= count
    }
    if isReached { continuation.resume() }
  }
}
