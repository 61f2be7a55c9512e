import StreamPrimitives
public import StreamRuntime

/// A custom scheduler that runs each action on its caller, before `schedule` returns.
public final class InlineScheduler: Scheduler {
  private let depth = Lock((now: 0, most: 0))

  public init() {}

  public var clock: ContinuousClock { ContinuousClock() }

  /// The greatest number of actions that were nested in one another.
  public var mostNested: Int { depth.withLock { $0.most } }

  public func schedule(_ action: @escaping @Sendable () -> Void) -> Disposable {
    depth.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
    action()
    depth.withLock { $0.now -= 1 }
    return .disposed
  }

  public func schedule(
    after delay: Duration, tolerance: Duration, _ action: @escaping @Sendable () -> Void
  ) -> Disposable { schedule(action) }
}
