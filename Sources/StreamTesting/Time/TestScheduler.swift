/// A scheduler, and a Swift `Clock`, whose time stands still until the test moves it.
///
/// ```swift
/// let time = TestScheduler()
/// time.schedule(after: time.ticks(3)) { print("three") }
/// time.advance(by: time.ticks(2))      // nothing
/// time.advance(by: time.ticks(1))      // three
/// ```
///
/// Actions run on the thread that moves the time, with no lock held, the earliest first; those due at one instant run
/// in the order in which they were scheduled. What an action schedules runs in the same move if it is due by then.
/// Nothing runs by itself: an action without a delay waits for the next move too.
///
/// Asynchronous code shares the time: a task started with ``task(priority:_:)``, and every task that the library starts
/// in something the scheduler runs, runs when the time is moved, on the same thread, and has come to rest before the
/// time goes on. See ``executor``.
///
/// Any thread may schedule, sleep and dispose. One thread at a time moves the time; an action may move it as well.
///
/// Departs from RACTestScheduler: that has no idea of now, does not order equal times, never finishes when work
/// repeats, and runs what is left when it is released. What this one still holds when it is released is dropped. A
/// waiting action that captures the scheduler, as one that repeats does, keeps it alive: dispose such work at the end
/// of the test.
public final class TestScheduler: Scheduler, Clock {
  /// A point in virtual time: how far it is from the moment at which the scheduler was made.
  public struct Instant: InstantProtocol, CustomStringConvertible {
    /// The distance from the start.
    public let offset: Swift.Duration

    /// A point `offset` after the start.
    public init(offset: Swift.Duration = .zero) { self.offset = offset }

    /// The point `duration` later, or the last that there is.
    public func advanced(by duration: Swift.Duration) -> Instant { Instant(offset: offset.plus(duration)) }

    /// How long it is from here to `other`.
    public func duration(to other: Instant) -> Swift.Duration { other.offset - offset }

    /// Whether one point is before another.
    public static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }

    /// The point in ticks: `tick 4`.
    public var description: String { "tick \(tickText)" }

    /// The number of ticks, with a fraction where the point lies between two.
    var tickText: String {
      let ticks = offset / TestScheduler.tick
      let whole = Int(ticks)
      return Double(whole) == ticks ? "\(whole)" : "\(ticks)"
    }
  }

  /// What one character of a marble string lasts: 10 milliseconds.
  public static let tick = Swift.Duration.milliseconds(10)

  private struct State {
    var now = Instant()
    var queue = ScheduledQueue()
  }

  private let state = Lock(State())
  let sleepers = Sleepers()

  /// The logs of the sources made for this scheduler, in their order, where a picture asks for them.
  let sourceLogs = Lock<[SourceLog]?>(nil)

  /// Runs tasks when the time is moved.
  public let executor = TestExecutor()

  /// A scheduler whose time is at its start.
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

  /// As long as `count` characters of a marble string.
  public func ticks(_ count: Int) -> Swift.Duration { TestScheduler.tick * count }

  /// How many actions are waiting; those that were disposed do not count.
  public var pendingCount: Int { state.withLock { $0.queue.activeCount } }

  // MARK: Scheduling

  /// Runs the action when the time is moved next, even by nothing.
  @discardableResult
  public func schedule(_ action: @escaping @Sendable () -> Void) -> Disposable {
    schedule(after: .zero, tolerance: .zero, action)
  }

  /// Runs the action once the time has come. The tolerance is not used: virtual timers cost no energy.
  @discardableResult
  public func schedule(
    after delay: Swift.Duration, tolerance: Swift.Duration, _ action: @escaping @Sendable () -> Void
  ) -> Disposable {
    Disposable(
      state.withLock { state in
        state.queue.insert(action, due: state.now.advanced(by: max(delay, .zero)))
      })
  }

  /// Runs the action at a point in virtual time, or with the next move if that has passed.
  @discardableResult
  public func schedule(at instant: Instant, _ action: @escaping @Sendable () -> Void) -> Disposable {
    Disposable(
      state.withLock { state in
        state.queue.insert(action, due: max(instant, state.now))
      })
  }

  // MARK: Moving the time

  /// Moves the time on and runs what comes due on the way, the last instant included.
  ///
  /// - Precondition: `duration` is not negative.
  public func advance(by duration: Swift.Duration = .zero) {
    precondition(duration >= .zero, "Time cannot be moved back, by \(duration).")
    advance(to: now.advanced(by: duration))
  }

  /// Moves the time to `instant` and runs what comes due on the way, that instant included. The time is never moved
  /// back.
  public func advance(to instant: Instant) {
    settle()
    while runNext(dueBy: instant) {}
    state.withLock { $0.now = max($0.now, instant) }
  }

  /// Runs the next action, moving the time to when it is due.
  ///
  /// - Returns: whether there was one.
  @discardableResult
  public func step() -> Bool {
    settle()
    return runNext(dueBy: nil)
  }

  /// Moves the time on until nothing is left to run.
  ///
  /// Work that repeats would make that endless: after `limit` actions, with more waiting, it stops and reports a
  /// failure of the test.
  public func run(
    limit: Int = 100_000,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    for _ in 0..<limit where !step() { return }
    let waiting = pendingCount
    guard waiting > 0 else { return }
    report(
      """
      run(limit:) stopped at \(now) after \(limit) actions with \(waiting) still waiting. \
      Something repeats for ever, most likely a timer or an interval: \
      dispose it first, move the time with advance(by:), or allow more with run(limit:).
      """,
      at: CallSite(fileID, filePath, line, column))
  }

  private func runNext(dueBy limit: Instant?) -> Bool {
    while true {
      let next = state.withLock { state -> ScheduledAction? in
        guard let next = state.queue.popFirst(dueBy: limit) else { return nil }
        // A disposed action that lies ahead is no reason to move the time.
        if !next.isDisposed { state.now = max(state.now, next.due) }
        return next
      }
      guard let next else { return false }
      if inEnvironment({ next.run() }) {
        settle()
        return true
      }
    }
  }
}
