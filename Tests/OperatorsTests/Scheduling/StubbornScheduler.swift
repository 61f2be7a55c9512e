import Operators
import StreamTesting

/// A scheduler that keeps its promise late: what was disposed runs all the same, as on a machine where it had already begun.
struct StubbornScheduler: Scheduler {
  let time: TestScheduler

  var clock: TestScheduler { time }

  func schedule(_ action: @escaping @Sendable () -> Void) -> Disposable {
    time.schedule(action)
    return Disposable {}
  }

  func schedule(after delay: Duration, tolerance: Duration, _ action: @escaping @Sendable () -> Void) -> Disposable {
    time.schedule(after: delay, tolerance: tolerance, action)
    return Disposable {}
  }
}
