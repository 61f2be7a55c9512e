import Operators
import StreamTesting

/// A scheduler whose timers are one tick late, as on a busy machine.
struct LaggingScheduler: Scheduler {
  let time: TestScheduler

  var clock: TestScheduler { time }

  func schedule(_ action: @escaping @Sendable () -> Void) -> Disposable { time.schedule(action) }

  func schedule(after delay: Duration, tolerance: Duration, _ action: @escaping @Sendable () -> Void) -> Disposable {
    time.schedule(after: delay + time.ticks(1), tolerance: tolerance, action)
  }
}
