import StreamPrimitives
@_exported public import class Dispatch.DispatchQueue
@_exported public import struct Dispatch.DispatchQoS
public import Dispatch

/// Runs actions one at a time on a dispatch queue of its own.
///
/// The queue may sit on any other, which then lends it its threads; also over a concurrent one the actions run in
/// order.
public struct QueueScheduler: Scheduler {
  private let queue: DispatchQueue

  /// The clock that stands still while the system sleeps, as the timers of a queue do.
  public var clock: SuspendingClock { SuspendingClock() }

  /// A scheduler on a new queue of the given quality of service.
  public init(name: String = "rill.scheduler", qos: DispatchQoS = .default) {
    queue = DispatchQueue(label: name, qos: qos)
  }

  /// A scheduler on a new queue that sits on `target`.
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

/// Runs what somebody has to go on with on another thread, soon.
///
/// Not in a task, but for one that a test scheduler runs: the threads of tasks are few, and as long as code that was
/// not written for them blocks them all, a subject would stand still.
package func runElsewhere(_ work: @escaping @Sendable () -> Void) {
  if TaskEnvironment.executor == nil { startElsewhere(work) } else { spawn { work() } }
}

extension DispatchQueue {
  /// Runs an action on the queue unless the result is disposed first.
  func enqueue(_ action: @escaping @Sendable () -> Void) -> Disposable {
    let handle = Subscription()
    async { handle.run(action) }
    return Disposable(handle)
  }

  /// Runs an action on the queue after a delay unless the result is disposed first, which frees it and the timer.
  func enqueue(after delay: Duration, tolerance: Duration, _ action: @escaping @Sendable () -> Void) -> Disposable {
    guard delay > .zero else { return enqueueSoon(action) }
    // A dispatch source may be used from any thread; its type does not say so.
    nonisolated(unsafe) let timer = DispatchSource.makeTimerSource(queue: self)
    let handle = Subscription()
    let deadline = DispatchTime.now().uptimeNanoseconds + delay.asWait.nanoseconds(as: UInt64.self)
    timer.schedule(
      deadline: DispatchTime(uptimeNanoseconds: deadline), leeway: .nanoseconds(tolerance.asWait.nanoseconds()))
    timer.setEventHandler { handle.run(action) }
    // Set before the timer starts, so that whoever disposes the handle finds it.
    handle.add { timer.cancel() }
    timer.activate()
    return Disposable(handle)
  }

  /// Runs an action that has no time to wait for, which a timer would take longer for than for most actions.
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
