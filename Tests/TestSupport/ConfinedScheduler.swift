import Dispatch
public import StreamRuntime

/// A custom scheduler that runs actions on its own queue: inline if the caller is on it.
public final class ConfinedScheduler: Scheduler {
  private let queue = DispatchQueue(label: "confined")
  private let key = DispatchSpecificKey<Bool>()

  public init() { queue.setSpecific(key: key, value: true) }

  public var clock: ContinuousClock { ContinuousClock() }

  /// Whether the caller is on the queue.
  public var isHere: Bool { DispatchQueue.getSpecific(key: key) ?? false }

  public func schedule(_ action: @escaping @Sendable () -> Void) -> Disposable {
    if isHere { action() } else { queue.async(execute: action) }
    return .disposed
  }

  public func schedule(
    after delay: Duration, tolerance: Duration, _ action: @escaping @Sendable () -> Void
  ) -> Disposable { schedule(action) }
}
