import StreamPrimitives
public import StreamRuntime

/// A custom scheduler that runs each action on its caller, before `schedule` returns.
public final class InlineScheduler: Scheduler {
  private let depth = Lock((now: [UInt: Int](), most: 0))

  public init() {}

  public var clock: ContinuousClock { ContinuousClock() }

  /// The greatest number of actions that were nested in one another.
  public var mostNested: Int { depth.withLock { $0.most } }

  public func schedule(_ action: @escaping @Sendable () -> Void) -> Disposable {
    depth.withLock { depth in
      depth.now[currentThread, default: 0] += 1
      depth.most = max(depth.most, depth.now[currentThread, default: 0])
    }
    action()
    depth.withLock { $0.now[currentThread, default: 0] -= 1 }
    return .disposed
  }

  public func schedule(
    after delay: Duration, tolerance: Duration, _ action: @escaping @Sendable () -> Void
  ) -> Disposable { schedule(action) }
}
