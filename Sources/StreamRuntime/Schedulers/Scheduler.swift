import StreamPrimitives

/// Where work runs, and by which clock.
///
/// A scheduler runs actions serially, in order. The immediate scheduler runs each on its caller. A scheduler measures
/// time by its ``clock``, so code that takes a scheduler can be tested in virtual time (`TestScheduler` of
/// `StreamTesting`).
///
/// A custom scheduler needs a clock, ``schedule(_:)`` and ``schedule(after:tolerance:_:)``. Repeating and recursive
/// scheduling are built on these, and repeating may be replaced.
public protocol Scheduler: Sendable {
  /// The kind of clock that measures this scheduler's delays.
  associatedtype Time: Clock & Sendable where Time.Duration == Duration

  /// The clock that measures this scheduler's delays.
  var clock: Time { get }

  /// Runs an action after all earlier ones.
  ///
  /// Disposing the result before the action has begun cancels it.
  @discardableResult
  func schedule(_ action: @escaping @Sendable () -> Void) -> Disposable

  /// Runs an action after a delay, up to `tolerance` later if that saves energy.
  ///
  /// A delay that is zero or negative means as soon as possible, and a negative tolerance means none. Disposing the
  /// result before the action has begun cancels the action and frees it.
  @discardableResult
  func schedule(after delay: Duration, tolerance: Duration, _ action: @escaping @Sendable () -> Void) -> Disposable

  /// Runs an action repeatedly, the first time one interval from now, until the result is disposed.
  ///
  /// Every scheduler has a default implementation, built on the other two methods.
  @discardableResult
  func schedule(
    every interval: Duration, tolerance: Duration, missedBeats: MissedBeats, _ action: @escaping @Sendable () -> Void
  ) -> Disposable
}

/// How a repeating action makes up for beats that passed while it, or nothing, could run.
public enum MissedBeats: Hashable, Sendable {
  /// Runs the action once, immediately, for all missed beats.
  case skip
  /// Runs the action once for each missed beat, immediately and in turn.
  case catchUp
}

extension Scheduler {
  /// The time on this scheduler's clock.
  public var now: Time.Instant { clock.now }

  /// Starts measuring by the scheduler's clock, and returns a function for the time since.
  @usableFromInline
  package func stopwatch() -> @Sendable () -> Duration {
    let start = now
    return { start.duration(to: now) }
  }

  /// Schedules the next part of the action that is running, after other work.
  ///
  /// On a scheduler that runs actions on their caller, each part would be nested in the one before, without a bound.
  /// - Returns: The handle of the part, or `nil` on such a scheduler. Then the part does not run.
  @usableFromInline
  package func scheduleNext(_ action: @escaping @Sendable () -> Void) -> Disposable? {
    // The caller's thread until this call returns, and whether the scheduler has run the part on it.
    let call = Lock((thread: currentThread, isNested: false))
    // An action with a delay runs after this call, even on a scheduler that is idle.
    let handle = schedule(after: .zero) {
      let isNested = call.withLock { call in
        if call.thread == currentThread { call.isNested = true }
        return call.isNested
      }
      if !isNested { action() }
    }
    return call.withLock { call in
      call.thread = 0
      return call.isNested ? nil : handle
    }
  }

  /// Runs an action after a delay.
  @discardableResult
  public func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> Disposable {
    schedule(after: delay, tolerance: .zero, action)
  }

  /// Runs an action repeatedly. It runs once for all missed beats.
  @discardableResult
  public func schedule(
    every interval: Duration, tolerance: Duration = .zero, _ action: @escaping @Sendable () -> Void
  ) -> Disposable {
    schedule(every: interval, tolerance: tolerance, missedBeats: .skip, action)
  }

  /// Runs an action repeatedly, the first time one interval from now, until the result is disposed.
  ///
  /// The beat is kept: runs are due a whole number of intervals after this call, however long they take. A late run
  /// shortens the wait for the next, and runs never overlap. `missedBeats` determines how often the action runs for
  /// missed beats.
  ///
  /// - Precondition: `interval` is greater than zero.
  @discardableResult
  public func schedule(
    every interval: Duration, tolerance: Duration, missedBeats: MissedBeats, _ action: @escaping @Sendable () -> Void
  ) -> Disposable {
    if interval <= .zero { fatalError("`schedule(every:)` needs an interval greater than zero, got \(interval).") }
    let (beats, interval) = (ActionChain(), interval.asWait)
    // Guarded by: the chain (only the scheduling of an action touches it).
    nonisolated(unsafe) var due = now
    @Sendable func wait() {
      beats.next {
        let now = now
        due = due.advanced(by: interval)
        if missedBeats == .skip { due = due.advanced(by: due.duration(to: now).roundedDown(to: interval)) }
        return schedule(after: now.duration(to: due), tolerance: tolerance) {
          guard !beats.current.isDisposed else { return }
          action()
          wait()
        }
      }
    }
    wait()
    return Disposable(beats.current)
  }

  /// Runs a step, which may request another by calling its argument.
  ///
  /// Each step is scheduled separately, so other work can run in between. A request during a step is counted. The next
  /// step begins after this one has returned, so a million steps need as much stack as one. Disposing the result
  /// cancels all further steps.
  @discardableResult
  public func scheduleRecursively(
    _ step: @escaping @Sendable (_ again: @escaping @Sendable () -> Void) -> Void
  ) -> Disposable {
    let steps = ActionChain()
    // The steps that were requested and have not returned.
    let pending = Lock(0)
    @Sendable func request() {
      let isFirst = pending.withLock { count in
        count += 1
        return count == 1
      }
      if isFirst { next() }
    }
    @Sendable func next() {
      steps.next {
        schedule {
          step(request)
          let isRequested = pending.withLock { count in
            count -= 1
            return count > 0
          }
          if isRequested { next() }
        }
      }
    }
    request()
    return Disposable(steps.current)
  }
}

/// A handle of actions that are scheduled one after another.
private final class ActionChain: Sendable {
  let current = SerialDisposable()
  private let trampoline = Trampoline()

  /// Schedules the next action, after the previous `schedule` has returned: a scheduler may run an action inline.
  func next(_ schedule: () -> Disposable) {
    trampoline.bounce { if !current.isDisposed { _ = current.swap(schedule()) } }
  }
}

extension Subscription {
  /// Disposes this handle of a scheduled action and performs the action, unless the handle was disposed before.
  func perform(_ action: () -> Void) {
    guard isActive else { return }
    dispose()
    action()
  }
}
