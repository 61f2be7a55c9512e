import StreamPrimitives
@_exported public import class Dispatch.DispatchQueue
@_exported public import struct Dispatch.DispatchQoS
public import Dispatch

/// Runs actions serially on a new dispatch queue.
///
/// The queue may target any other queue, whose threads it uses. Even if that queue is concurrent, the actions run in
/// order.
public struct QueueScheduler: Scheduler {
  private let queue: DispatchQueue

  /// The clock that stops while the system sleeps, as the timers of a queue do.
  public var clock: SuspendingClock { SuspendingClock() }

  /// A scheduler on a new queue of the given quality of service.
  public init(name: String = "rill.scheduler", qos: DispatchQoS = .default) {
    queue = DispatchQueue(label: name, qos: qos)
  }

  /// A scheduler on a new queue that targets another one.
  public init(name: String = "rill.scheduler", targeting target: DispatchQueue) {
    queue = DispatchQueue(label: name, target: target)
  }

  /// Runs the action on the queue.
  @discardableResult
  public func schedule(_ action: @escaping @Sendable () -> Void) -> Disposable {
    queue.enqueue(action)
  }

  /// Runs the action on the queue, after the delay.
  @discardableResult
  public func schedule(
    after delay: Duration, tolerance: Duration, _ action: @escaping @Sendable () -> Void
  ) -> Disposable {
    queue.enqueue(after: delay, tolerance: tolerance, action)
  }
}

/// Runs work on another thread, soon.
///
/// The thread is a system thread, or a task under a test scheduler. Without one it is no task: if blocking code
/// occupied all threads of the concurrency pool, a subject could not continue its drain.
package func runElsewhere(_ work: @escaping @Sendable () -> Void) {
  if TaskEnvironment.executor == nil { startElsewhere(work) } else { spawn { work() } }
}

extension DispatchQueue {
  /// Runs an action on the queue unless the result is disposed first.
  func enqueue(_ action: @escaping @Sendable () -> Void) -> Disposable {
    let handle = Subscription()
    async { handle.perform(action) }
    return Disposable(handle)
  }

  /// Runs an action on the queue after a delay. Disposing the result frees the action and the timer.
  func enqueue(after delay: Duration, tolerance: Duration, _ action: @escaping @Sendable () -> Void) -> Disposable {
    guard delay > .zero else { return enqueueSoon(action) }
    // A dispatch source is thread-safe, although its type is not `Sendable`.
    nonisolated(unsafe) let timer = DispatchSource.makeTimerSource(queue: self)
    let handle = Subscription()
    let deadline = DispatchTime.now().uptimeNanoseconds + delay.asWait.nanoseconds(as: UInt64.self)
    timer.schedule(
      deadline: DispatchTime(uptimeNanoseconds: deadline), leeway: .nanoseconds(tolerance.asWait.nanoseconds()))
    timer.setEventHandler { handle.perform(action) }
    // Set before the timer starts, so that a disposal by its action finds it.
    handle.add { timer.cancel() }
    timer.activate()
    return Disposable(handle)
  }

  /// Runs an action without a delay. A timer would take longer than most actions.
  private func enqueueSoon(_ action: @escaping @Sendable () -> Void) -> Disposable {
    let waiting = Lock<(@Sendable () -> Void)?>(action)
    let handle = Subscription()
    handle.add { _ = waiting.withLock { $0.take() } }
    async {
      let action = waiting.withLock { $0.take() }
      handle.dispose()
      action?()
    }
    return Disposable(handle)
  }
}

extension Scheduler where Self == QueueScheduler {
  /// A scheduler on a new queue.
  public static func queue(name: String = "rill.scheduler", qos: DispatchQoS = .default) -> QueueScheduler {
    QueueScheduler(name: name, qos: qos)
  }
}
