/// A scheduler and a Swift `Clock`, whose virtual time only a test advances.
///
/// ```swift
/// let time = TestScheduler()
/// time.schedule(after: time.ticks(3)) { print("three") }
/// time.advance(by: time.ticks(2))      // nothing
/// time.advance(by: time.ticks(1))      // three
/// ```
///
/// Actions run on the thread that advances the time, without a lock, in the order of their due times. Actions that are
/// due at the same instant run in the order in which they were scheduled. An action that another one schedules runs
/// during the same advance if it is due by then. Without an advance nothing runs, not even an action without a delay.
///
/// Asynchronous code shares the time. A task started with ``task(priority:_:)``, and every task that the library starts
/// in an action of the scheduler, runs on the thread that advances the time. Time advances only when all of these tasks
/// are suspended or finished. See ``executor``.
///
/// Any thread may schedule, sleep and dispose. Only one thread at a time may advance the time; an action may do so,
/// too.
///
/// RACTestScheduler has no current time, does not order equal times, never finishes when work repeats, and runs the
/// pending actions when it is released. This scheduler drops its pending actions when it is released. A pending action
/// that captures the scheduler, as a repeating one does, keeps it alive: dispose such work at the end of the test.
public final class TestScheduler: Scheduler, Clock {
  /// A point in virtual time, as an offset from the creation of the scheduler.
  public struct Instant: InstantProtocol, CustomStringConvertible {
    /// The offset from the start.
    public let offset: Swift.Duration

    /// Creates an instant `offset` after the start.
    public init(offset: Swift.Duration = .zero) { self.offset = offset }

    /// Returns the instant `duration` later, or the latest possible one.
    public func advanced(by duration: Swift.Duration) -> Instant { Instant(offset: offset.plus(duration)) }

    /// Returns the duration from this instant to `other`.
    public func duration(to other: Instant) -> Swift.Duration { other.offset - offset }

    /// Returns whether one instant is before another.
    public static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }

    /// The instant in ticks: `tick 4`.
    public var description: String { "tick \(tickText)" }

    /// The number of ticks, with a fraction if the instant lies between two ticks.
    var tickText: String {
      let ticks = offset / TestScheduler.tick
      let whole = Int(ticks)
      return Double(whole) == ticks ? "\(whole)" : "\(ticks)"
    }
  }

  /// The duration of one character of a marble string: 10 milliseconds.
  public static let tick = Swift.Duration.milliseconds(10)

  private struct State {
    var now = Instant()
    var queue = ScheduledQueue()
  }

  private let state = Lock(State())
  let sleepers = AwaitedCount()

  /// The logs of the sources made for this scheduler, in order; `nil` unless a picture collects them.
  let sourceLogs = Lock<[SourceLog]?>(nil)

  /// Runs tasks when the time is advanced.
  public let executor = TestExecutor()

  /// Creates a scheduler whose time is at the start.
  public init() {}

  deinit {
    let waiting = state.withLock { $0.queue.removeAll() }
    for action in waiting { action.dispose() }
  }

  /// The scheduler itself: it is its own clock.
  public var clock: TestScheduler { self }

  /// The virtual time.
  public var now: Instant { state.withLock { $0.now } }

  /// The smallest step of the clock: one attosecond.
  public var minimumResolution: Swift.Duration { Swift.Duration(secondsComponent: 0, attosecondsComponent: 1) }

  /// Returns the duration of `count` characters of a marble string.
  public func ticks(_ count: Int) -> Swift.Duration { TestScheduler.tick * count }

  /// The number of pending actions, without disposed ones.
  public var pendingCount: Int { state.withLock { $0.queue.activeCount } }

  // MARK: Scheduling

  /// Runs the action at the next advance, even one by zero.
  @discardableResult
  public func schedule(_ action: @escaping @Sendable () -> Void) -> Disposable {
    schedule(after: .zero, tolerance: .zero, action)
  }

  /// Runs the action after a delay. The tolerance is ignored.
  @discardableResult
  public func schedule(
    after delay: Swift.Duration, tolerance: Swift.Duration, _ action: @escaping @Sendable () -> Void
  ) -> Disposable {
    Disposable(
      state.withLock { state in
        state.queue.insert(action, due: state.now.advanced(by: max(delay, .zero)))
      })
  }

  /// Runs the action at an instant, or at the next advance if the instant is past.
  @discardableResult
  public func schedule(at instant: Instant, _ action: @escaping @Sendable () -> Void) -> Disposable {
    Disposable(
      state.withLock { state in
        state.queue.insert(action, due: max(instant, state.now))
      })
  }

  // MARK: Moving the time

  /// Advances the time by `duration`, and runs the actions that become due, including those due at its end.
  ///
  /// - Precondition: `duration` is not negative.
  public func advance(by duration: Swift.Duration = .zero) {
    if duration < .zero { fatalError("`advance(by:)` needs a duration of zero or more, got \(duration).") }
    advance(to: now.advanced(by: duration))
  }

  /// Advances the time to `instant`, and runs the actions that become due, including those due at `instant`.
  ///
  /// The time never moves back.
  public func advance(to instant: Instant) {
    runReadyJobs()
    while runNext(dueBy: instant) {}
    state.withLock { $0.now = max($0.now, instant) }
  }

  /// Runs the next action, and advances the time to its due time.
  ///
  /// - Returns: Whether there was an action.
  @discardableResult
  public func step() -> Bool {
    runReadyJobs()
    return runNext(dueBy: nil)
  }

  /// Advances the time until no action is pending.
  ///
  /// Repeating work would make that endless: after `limit` actions, with more pending, it stops and fails the test.
  public func run(
    limit: Int = 100_000,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    for _ in 0..<limit where !step() { return }
    let waiting = pendingCount
    guard waiting > 0 else { return }
    report(
      """
      run(limit:) stopped at \(now) after \(limit) actions with \(waiting) still pending. \
      Most likely a timer or an interval repeats forever: \
      dispose it first, move the time with advance(by:), or allow more with run(limit:).
      """,
      at: CallSite(fileID, filePath, line, column))
  }

  private func runNext(dueBy limit: Instant?) -> Bool {
    while true {
      let next = state.withLock { state -> ScheduledAction? in
        guard let next = state.queue.popFirst(dueBy: limit) else { return nil }
        // A disposed action does not advance the time.
        if !next.isDisposed { state.now = max(state.now, next.due) }
        return next
      }
      guard let next else { return false }
      if inEnvironment({ next.run() }) {
        runReadyJobs()
        return true
      }
    }
  }
}
