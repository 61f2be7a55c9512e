public import StreamPrimitives

/// Finds the property behind a key path: the wrapper answers the probe when the key path is read.
final class Probe {
  private let keyPath: AnyKeyPath
  private var found: AnyObject?

  private init(_ keyPath: AnyKeyPath) { self.keyPath = keyPath }

  static func property(behind keyPath: AnyKeyPath, _ read: () -> Void) -> AnyObject? {
    GraphThread.with { thread in
      let probe = Probe(keyPath)
      let outer = thread.tracking.probe
      thread.tracking.probe = probe
      openProbes.add(1, ordering: .relaxed)
      read()
      openProbes.subtract(1, ordering: .relaxed)
      thread.tracking.probe = outer
      return probe.found
    }
  }

  /// Called for every property that is read while a probe is open, even one for another property or thread.
  static func answer(_ keyPath: AnyKeyPath, _ property: AnyObject) {
    guard let probe = GraphThread.with({ $0.tracking.probe }), probe.keyPath == keyPath else { return }
    probe.found = property
  }
}

/// The number of open probes in the process. While it is zero, a read of a property does not look for its probe.
@usableFromInline let openProbes = Atomic<Int>(0)

/// The property behind `keyPath`. Code that can write the key path may set the property.
package func settable<Owner: AnyObject, Value: Sendable>(
  _ keyPath: ReferenceWritableKeyPath<Owner, Value>, of owner: Owner
) -> MutableProperty<Value> {
  guard let property = observed(keyPath, of: owner) else {
    fatalError(
      """
      \(keyPath) is not declared with @Observed in \(Owner.self) itself, so it cannot be bound by its key path. \
      Declare it there, or use a key path of the class that declares it.
      """)
  }
  return property
}

/// The property behind `keyPath`, if `Owner` declares it with ``Observed``; else `nil`.
///
/// It is read once to find out.
package func observed<Owner: AnyObject, Value: Sendable>(
  _ keyPath: KeyPath<Owner, Value>, of owner: Owner
) -> MutableProperty<Value>? {
  Probe.property(behind: keyPath) { _ = owner[keyPath: keyPath] } as? MutableProperty<Value>
}
