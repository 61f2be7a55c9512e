import StreamPrimitives

/// Runs actions on the caller, before `schedule` returns.
///
/// Since everything is over by then, the handles it returns are disposed. A delay blocks the calling thread; a
/// repeating action would block it for good, and traps.
public struct ImmediateScheduler: Scheduler {
  /// The clock that stands still while the system sleeps.
  public var clock: SuspendingClock { SuspendingClock() }

  /// An immediate scheduler; they are all alike.
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

  /// Traps: there is no way to stop a repeating action that never lets go of its caller.
  @discardableResult
  public func schedule(
    every interval: Duration, tolerance: Duration, missedBeats: MissedBeats, _ action: @escaping @Sendable () -> Void
  ) -> Disposable {
    preconditionFailure("The immediate scheduler cannot repeat an action every \(interval): nothing could stop it.")
  }
}

extension Scheduler where Self == ImmediateScheduler {
  /// Runs actions on the caller, before `schedule` returns.
  public static var immediate: ImmediateScheduler { ImmediateScheduler() }
}
