/// Runs actions in tasks, serially, by the time of any Swift clock.
///
/// So every operator over time works with your clock:
///
/// ```swift
/// query.debounce(for: .milliseconds(300), on: .clock(SuspendingClock()))
/// ```
///
/// Each scheduler has a separate queue, so an action on one delays none on another. Actions run on the global pool, or
/// on the executor of a test scheduler.
public final class ClockScheduler<Time: Clock & Sendable>: Scheduler where Time.Duration == Duration {
  /// The clock that measures the delays.
  public let clock: Time
  private let queue = ActorScheduler(SerialActor())

  /// An actor without state, for a serial executor.
  private actor SerialActor {}

  /// A scheduler with a separate queue.
  public init(_ clock: Time) { self.clock = clock }

  /// Runs the action in a task, after all earlier ones. A burst costs one task.
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
