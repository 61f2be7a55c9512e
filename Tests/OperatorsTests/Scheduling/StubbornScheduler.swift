import Operators
import StreamTesting

/// A scheduler that runs disposed actions anyway, as if they had already begun on another thread.
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
