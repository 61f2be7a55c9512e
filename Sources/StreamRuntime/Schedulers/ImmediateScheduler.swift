import StreamPrimitives

/// Runs actions on the caller, before `schedule` returns.
///
/// The handles that it returns are disposed already. A delay blocks the calling thread. A repeating action traps,
/// because it would block the thread forever.
public struct ImmediateScheduler: Scheduler {
  /// The clock that stops while the system sleeps.
  public var clock: SuspendingClock { SuspendingClock() }

  /// An immediate scheduler. All are equal.
  public init() {}

  /// Runs the action now.
  @discardableResult
  public func schedule(_ action: @escaping @Sendable () -> Void) -> Disposable {
    action()
    return .disposed
  }

  /// Blocks the calling thread for the delay, then runs the action.
  @discardableResult
  public func schedule(
    after delay: Duration, tolerance: Duration, _ action: @escaping @Sendable () -> Void
  ) -> Disposable {
    let rest: (Int, Int) = delay.asWait.secondsAndNanoseconds()
    blockThread(seconds: rest.0, nanoseconds: rest.1)
    action()
    return .disposed
  }

  /// Traps: a repeating action would block its caller forever.
  @discardableResult
  public func schedule(
    every interval: Duration, tolerance: Duration, missedBeats: MissedBeats, _ action: @escaping @Sendable () -> Void
  ) -> Disposable {
    fatalError(
      "`schedule(every: \(interval))` on the immediate scheduler would block forever: use another scheduler.")
  }
}

extension Scheduler where Self == ImmediateScheduler {
  /// Runs actions on the caller, before `schedule` returns.
  public static var immediate: ImmediateScheduler { ImmediateScheduler() }
}
