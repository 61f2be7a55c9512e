import Dispatch
import StreamPrimitives

/// Runs actions on the main queue, where the main actor runs.
///
/// There are two forms. ``Scheduler/main`` runs an action inline if it is called on the main actor and no earlier
/// action of the same scheduler is queued. So a change made on the main actor shows immediately, and no action
/// overtakes another. ``Scheduler/mainAsync`` always enqueues the action.
public final class MainScheduler: Scheduler {
  private let runsInline: Bool

  /// The number of queued actions, if the scheduler runs inline.
  private let queued = Atomic<Int>(0)

  /// The clock that stops while the system sleeps.
  public var clock: SuspendingClock { SuspendingClock() }

  /// A scheduler with a separate order.
  public init(runsInline: Bool) { self.runsInline = runsInline }

  /// Whether an action scheduled now would run before `schedule` returns.
  package var isHere: Bool {
    runsInline && queued.load(ordering: .acquiring) == 0 && isRunning(on: MainActor.shared)
  }

  /// Runs the action on the main queue, or inline if this form allows it.
  @discardableResult
  public func schedule(_ action: @escaping @Sendable () -> Void) -> Disposable {
    guard runsInline else { return DispatchQueue.main.enqueue(action) }
    if isHere {
      action()
      return .disposed
    }
    queued.add(1, ordering: .acquiringAndReleasing)
    let handle = Subscription()
    DispatchQueue.main.async {
      self.queued.subtract(1, ordering: .acquiringAndReleasing)
      handle.perform(action)
    }
    return Disposable(handle)
  }

  /// Runs the action on the main queue, after the delay.
  @discardableResult
  public func schedule(
    after delay: Duration, tolerance: Duration, _ action: @escaping @Sendable () -> Void
  ) -> Disposable {
    DispatchQueue.main.enqueue(after: delay, tolerance: tolerance, action)
  }
}

extension Scheduler where Self == MainScheduler {
  /// Runs actions on the main actor: inline if the caller is on it and the queue is empty.
  ///
  /// Each use has a separate order, so queued actions of one use do not delay another.
  public static var main: MainScheduler { MainScheduler(runsInline: true) }

  /// Runs actions on the main actor, never inline.
  public static var mainAsync: MainScheduler { MainScheduler(runsInline: false) }
}
