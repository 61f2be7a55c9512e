import Properties
import StreamCore

/// A property that is made when it is needed, and dropped when nothing depends on it any longer.
///
/// It is dropped because its node keeps the last value, and with it removed rows. Two threads may make the property at
/// the same time, because it is made without the lock. Both use the one that is stored first.
@usableFromInline
final class CachedProperty<Value: Sendable>: Sendable {
  private let cached = Lock<Property<Value>?>(nil)
  private let make: @Sendable (_ whenUnused: @escaping @Sendable () -> Void) -> Property<Value>

  @usableFromInline
  init(_ make: @escaping @Sendable (_ whenUnused: @escaping @Sendable () -> Void) -> Property<Value>) {
    self.make = make
  }

  @usableFromInline var property: Property<Value> {
    if let known = cached.withLock({ $0 }) { return known }
    let made = make { [weak self] in
      // Released when the lock is free.
      var dropped: Property<Value>?
      self?.cached.withLock { swap(&$0, &dropped) }
    }
    return cached.withLock { cached in
      if cached == nil { cached = made }
      return cached!
    }
  }
}
