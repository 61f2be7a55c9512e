import Rill

/// A suite of behaviours that signal libraries agree on. Subscriptions added to `life` end with the test.
class Conformance {
  let life = CompositeDisposable()

  deinit { life.dispose() }
}

/// A computed value as signal libraries have it: tracked, and of equal values only the first is a change.
func computed<Value: Equatable & Sendable>(_ compute: @escaping @Sendable () -> Value) -> Property<Value> {
  Property(compute).distinctUntilChanged()
}

/// A value that is set after a closure has captured its holder.
final class Later<Value: Sendable>: Sendable {
  private let held = Lock<Value?>(nil)

  var value: Value? {
    get { held.withLock { $0 } }
    set { held.withLock { $0 = newValue } }
  }
}
