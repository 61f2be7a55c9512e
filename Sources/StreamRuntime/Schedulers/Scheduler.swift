import StreamPrimitives

/// Where work runs, and by which clock.
///
/// A scheduler runs the actions it is given one at a time, in order; the immediate one runs each on its caller. Time is
/// that of its ``clock``, so code that takes a scheduler can be tested with one whose time the test moves
/// (`TestScheduler` of `StreamTesting`).
///
/// One of your own needs a clock, ``schedule(_:)`` and ``schedule(after:tolerance:_:)``; repeating and recursive
/// scheduling are built on these, and repeating may be replaced.
public protocol Scheduler: Sendable {
  /// The kind of clock that measures this scheduler's delays.
  associatedtype Time: Clock & Sendable where Time.Duration == Duration

  /// The clock that measures this scheduler's delays.
  var clock: Time { get }

  /// Runs an action as soon as it is its turn.
  ///
  /// Disposing the result before the action has begun takes it back.
  @discardableResult
  func schedule(_ action: @escaping @Sendable () -> Void) -> Disposable

  /// Runs an action after a delay, up to `tolerance` later if that saves energy.
  ///
  /// A delay that is zero or negative means as soon as possible, and a negative tolerance means none. Disposing the
  /// result before the action has begun takes it back, and frees it.
  @discardableResult
  func schedule(after delay: Duration, tolerance: Duration, _ action: @escaping @Sendable () -> Void) -> Disposable

  /// Runs an action again and again, the first time one interval from now, until the result is disposed.
  ///
  /// There is one for every scheduler, built on the other two.
  @discardableResult
  func schedule(
    every interval: Duration, tolerance: Duration, missedBeats: MissedBeats, _ action: @escaping @Sendable () -> Void
  ) -> Disposable
}

/// What becomes of the beats of a repeating action that come while the one before is still running, or while nothing
/// runs at all.
public enum MissedBeats: Hashable, Sendable {
  /// The last of them comes late, at once; the others are left out.
  case skip
  /// All of them come late, one after the other at once.
  case catchUp
}

extension Scheduler {
  /// The time on this scheduler's clock.
  public var now: Time.Instant { clock.now }

  /// Starts measuring by the scheduler's clock, and returns a function for the time since.
  package func stopwatch() -> @Sendable () -> Duration {
    let start = now
    return { start.duration(to: now) }
  }

  /// Runs an action after a delay.
  @discardableResult
  public func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> Disposable {
    schedule(after: delay, tolerance: .zero, action)
  }

  /// Runs an action again and again, without any tolerance.
  @discardableResult
  public func schedule(every interval: Duration, _ action: @escaping @Sendable () -> Void) -> Disposable {
    schedule(every: interval, tolerance: .zero, action)
  }

  /// Runs an action again and again; of beats that were missed the last comes late.
  @discardableResult
  public func schedule(
    every interval: Duration, tolerance: Duration, _ action: @escaping @Sendable () -> Void
  ) -> Disposable {
    schedule(every: interval, tolerance: tolerance, missedBeats: .skip, action)
  }

  /// Runs an action again and again, the first time one interval from now, until the result is disposed.
  ///
  /// The beat is kept: runs are due a whole number of intervals after this call, however long they take; a run that is
  /// late shortens the wait for the next, and runs never overlap. Of beats that were missed the last comes late, or all
  /// do.
  ///
  /// - Precondition: `interval` is greater than zero.
  @discardableResult
  public func schedule(
    every interval: Duration, tolerance: Duration, missedBeats: MissedBeats, _ action: @escaping @Sendable () -> Void
  ) -> Disposable {
    precondition(interval > .zero, "The interval of a repeating action must be greater than zero, and not \(interval).")
    let repetition = Repetition(self, interval.asWait, tolerance, missedBeats, action)
    repetition.wait()
    return Disposable(repetition.current)
  }

  /// Runs a step, which may ask for another by calling the closure it is given.
  ///
  /// Each step is scheduled on its own, so other work can run in between. Asking while the step runs counts; the next
  /// step begins after this one has returned, and a million steps take no more stack than one. Disposing the result
  /// ends it, whatever is asked later.
  @discardableResult
  public func scheduleRecursively(
    _ step: @escaping @Sendable (_ again: @escaping @Sendable () -> Void) -> Void
  ) -> Disposable {
    let recursion = Recursion(self, step)
    recursion.ask()
    return Disposable(recursion.current)
  }
}

/// One repeating run: each beat arms the timer of the next.
private final class Repetition<S: Scheduler>: Sendable {
  let current = SerialDisposable()
  private let scheduler: S
  private let interval: Duration
  private let tolerance: Duration
  private let missedBeats: MissedBeats
  private let action: @Sendable () -> Void
  private let trampoline = Trampoline()

  /// When the next beat is due. Guard: touched only in steps of the trampoline.
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

/// One recursive run: the steps asked for are scheduled one after another.
private final class Recursion<S: Scheduler>: Sendable {
  let current = SerialDisposable()
  private let scheduler: S
  private let step: @Sendable (@escaping @Sendable () -> Void) -> Void
  private let trampoline = Trampoline()

  /// The steps that were asked for and have not returned.
  private let open = Atomic<Int>(0)

  init(_ scheduler: S, _ step: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
    self.scheduler = scheduler
    self.step = step
  }

  /// Who asks while a step is open leaves it to that step, which schedules the next when it has returned.
  func ask() {
    if open.add(1, ordering: .acquiringAndReleasing).oldValue == 0 { next() }
  }

  /// On a scheduler that runs actions inline, `schedule` runs the step before it returns; the trampoline makes
  /// the next one wait for that.
  private func next() {
    trampoline.bounce {
      guard !current.isDisposed else { return }
      _ = current.swap(
        scheduler.schedule {
          self.step { self.ask() }
          if self.open.subtract(1, ordering: .acquiringAndReleasing).newValue > 0 { self.next() }
        })
    }
  }
}

extension Subscription {
  /// Runs the action that this is the handle of, unless it was disposed; then it is.
  func run(_ action: () -> Void) {
    guard isActive else { return }
    dispose()
    action()
  }
}
