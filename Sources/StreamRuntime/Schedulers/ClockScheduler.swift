/// Runs actions in tasks, one after another, by the time of any Swift clock.
///
/// So every operator over time works with the clock that the code around it uses:
///
/// ```swift
/// query.debounce(for: .milliseconds(300), on: .clock(SuspendingClock()))
/// ```
///
/// A scheduler has an order of its own: what waits on one does not hold up another. Actions run on the global pool, or
/// where a test scheduler has its tasks run.
public final class ClockScheduler<Time: Clock & Sendable>: Scheduler where Time.Duration == Duration {
  /// The clock that measures the delays.
  public let clock: Time
  private let queue = ActorScheduler(Place())

  /// Nothing but a place of its own to run in.
  private actor Place {}

  /// A scheduler with an order of its own.
  public init(_ clock: Time) { self.clock = clock }

  /// Runs the action in a task, after those that were scheduled before; a burst costs one task.
  @discardableResult
  public func schedule(_ action: @escaping @Sendable () -> Void) -> Disposable { queue.schedule(action) }

  /// Runs the action in a task, after the delay.
  @discardableResult
  public func schedule(
    after delay: Duration, tolerance: Duration, _ action: @escaping @Sendable () -> Void
  ) -> Disposable {
    queue.schedule(after: delay, tolerance: tolerance, by: clock, action)
  }
}

extension Scheduler {
  /// A scheduler that runs actions in tasks, by the time of a clock.
  public static func clock<Time: Clock & Sendable>(_ clock: Time) -> ClockScheduler<Time>
  where Self == ClockScheduler<Time>, Time.Duration == Duration {
    ClockScheduler(clock)
  }
}
