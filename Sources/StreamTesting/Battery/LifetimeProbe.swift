import Synchronization

/// Counts how many of its objects are alive.
///
/// ```swift
/// let probe = LifetimeProbe()
/// let handle = stream.subscribe { [object = probe.object()] _ in object.touch() }
/// handle.dispose()
/// #expect(probe.liveCount == 0)
/// ```
public final class LifetimeProbe: Sendable {
  /// An object for a closure to capture.
  public final class Object: Sendable {
    private let probe: LifetimeProbe

    fileprivate init(_ probe: LifetimeProbe) {
      self.probe = probe
      probe.live.add(1, ordering: .acquiringAndReleasing)
    }

    deinit { probe.live.subtract(1, ordering: .acquiringAndReleasing) }

    /// Does nothing; a closure mentions the object by it, and so captures it.
    @inline(never)
    public func touch() {}
  }

  private let live = Atomic(0)

  /// Creates a probe without objects.
  public init() {}

  /// Returns a new object.
  public func object() -> Object { Object(self) }

  /// The number of objects that are alive.
  public var liveCount: Int { live.load(ordering: .acquiring) }
}
