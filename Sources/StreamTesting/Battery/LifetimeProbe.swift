import Synchronization

/// Hands out objects and knows how many of them are alive.
///
/// ```swift
/// let probe = LifetimeProbe()
/// let handle = stream.subscribe { [object = probe.object()] _ in object.touch() }
/// handle.dispose()
/// #expect(probe.liveCount == 0)
/// ```
public final class LifetimeProbe: Sendable {
  /// Something to capture.
  public final class Object: Sendable {
    private let probe: LifetimeProbe

    fileprivate init(_ probe: LifetimeProbe) {
      self.probe = probe
      probe.live.add(1, ordering: .acquiringAndReleasing)
    }

    deinit { probe.live.subtract(1, ordering: .acquiringAndReleasing) }

    /// Does nothing; for closures that must mention the object in order to hold it.
    @inline(never)
    public func touch() {}
  }

  private let live = Atomic(0)

  /// A probe without objects.
  public init() {}

  /// A new object.
  public func object() -> Object { Object(self) }

  /// How many of the objects are still alive.
  public var liveCount: Int { live.load(ordering: .acquiring) }
}
