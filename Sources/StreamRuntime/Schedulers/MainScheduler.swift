import Dispatch
import StreamPrimitives

/// Runs actions on the main queue, which is where the main actor runs.
///
/// There are two flavours. ``Scheduler/main`` runs an action inline when it is called on the main actor and nothing
/// that was scheduled earlier on the same scheduler is still waiting; so a change made on the main actor shows in the
/// same turn, and nothing overtakes. ``Scheduler/mainAsync`` always waits for a turn of its own.
public final class MainScheduler: Scheduler {
  private let runsInline: Bool

  /// How many actions of the inline flavour have not begun.
  private let waiting = Atomic<Int>(0)

  /// The clock that stands still while the system sleeps.
  public var clock: SuspendingClock { SuspendingClock() }

  /// A scheduler with an order of its own.
  public init(runsInline: Bool) { self.runsInline = runsInline }

  /// Whether an action scheduled now would run before `schedule` returns.
  package var isHere: Bool {
    runsInline && waiting.load(ordering: .acquiring) == 0 && isRunning(on: MainActor.shared)
  }

  /// Runs the action on the main queue; inline where the flavour allows it.
  @discardableResult
  public func schedule(_ action: @escaping @Sendable () -> Void) -> Disposable {
    guard runsInline else { return DispatchQueue.main.enqueue(action) }
    if isHere {
      action()
      return .disposed
    }
    waiting.add(1, ordering: .acquiringAndReleasing)
    let handle = Subscription()
    DispatchQueue.main.async {
      self.waiting.subtract(1, ordering: .acquiringAndReleasing)
      handle.run(action)
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
  /// The main actor: inline when already there and nothing is waiting, else in order.
  ///
  /// Each use has an order of its own: what waits in one place does not hold up another.
  public static var main: MainScheduler { MainScheduler(runsInline: true) }

  /// The main actor, always in a later turn.
  public static var mainAsync: MainScheduler { MainScheduler(runsInline: false) }
}
