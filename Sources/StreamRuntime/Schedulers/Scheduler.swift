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

  /// Runs an action after a delay.
  @discardableResult
  public func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> Disposable {
    schedule(after: delay, tolerance: .zero, action)
  }

  /// Runs an action repeatedly, without tolerance.
  @discardableResult
  public func schedule(every interval: Duration, _ action: @escaping @Sendable () -> Void) -> Disposable {
    schedule(every: interval, tolerance: .zero, action)
  }

  /// Runs an action repeatedly. It runs once for all missed beats.
  @discardableResult
  public func schedule(
    every interval: Duration, tolerance: Duration, _ action: @escaping @Sendable () -> Void
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
    let repetition = Repetition(self, interval.asWait, tolerance, missedBeats, action)
    repetition.wait()
    return Disposable(repetition.current)
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
    let recursion = Recursion(self, step)
    recursion.request()
    return Disposable(recursion.current)
  }
}

/// One repeating action. Each beat starts the timer of the next.
private final class Repetition<S: Scheduler>: Sendable {
  let current = SerialDisposable()
  private let scheduler: S
  private let interval: Duration
  private let tolerance: Duration
  private let missedBeats: MissedBeats
  private let action: @Sendable () -> Void
  private let trampoline = Trampoline()

  /// The time of the next beat.
  ///
  /// Guarded by: the trampoline (only its steps touch it).
  nonisolated(unsafe) private var due: S.Time.Instant

  init(
    _ scheduler: S, _ interval: Duration, _ tolerance: Duration, _ missedBeats: MissedBeats,
    _ action: @escaping @Sendable () -> Void
  ) {
    self.scheduler = scheduler
    self.interval = interval
    self.tolerance = tolerance
    self.missedBeats = missedBeats
    self.action = action
    due = scheduler.now
  }

  func wait() {
    trampoline.bounce {
      guard !current.isDisposed else { return }
      let now = scheduler.now
      due = due.advanced(by: interval)
      if missedBeats == .skip { due = due.advanced(by: due.duration(to: now).roundedDown(to: interval)) }
      _ = current.swap(
        scheduler.schedule(after: now.duration(to: due), tolerance: tolerance) {
          guard !self.current.isDisposed else { return }
          self.action()
          self.wait()
        })
    }
  }
}

/// One recursive action, which schedules the requested steps in turn.
private final class Recursion<S: Scheduler>: Sendable {
  let current = SerialDisposable()
  private let scheduler: S
  private let step: @Sendable (@escaping @Sendable () -> Void) -> Void
  private let trampoline = Trampoline()

  /// The number of steps that were requested and have not returned.
  private let pending = Atomic<Int>(0)

  init(_ scheduler: S, _ step: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
    self.scheduler = scheduler
    self.step = step
  }

  /// Schedules a step. During a step it only counts, and that step schedules the next when it has returned.
  func request() {
    if pending.add(1, ordering: .acquiringAndReleasing).oldValue == 0 { next() }
  }

  /// The trampoline delays the next step until `schedule` has returned: a scheduler may run the step inline.
  private func next() {
    trampoline.bounce {
      guard !current.isDisposed else { return }
      _ = current.swap(
        scheduler.schedule {
          self.step { self.request() }
          if self.pending.subtract(1, ordering: .acquiringAndReleasing).newValue > 0 { self.next() }
        })
    }
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
