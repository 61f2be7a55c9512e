package import Properties
import StreamCore

/// The last change that a binding has seen of an end that has no time stamps. It distinguishes an echo from a new
/// change by the value.
private final class ValueLink<Value: Sendable & Equatable>: Sendable {
  private let last = Lock<Change<Value>?>(nil)

  init() {}

  /// Returns the last change if it has this value, because that is an echo; otherwise a new change.
  func change(to value: Value) -> Change<Value> {
    // Values are compared when the lock is free.
    if let known = last.withLock({ $0 }), known.value == value { return known }
    return claim(value)
  }

  /// Makes a value the latest change.
  func claim(_ value: Value) -> Change<Value> {
    var replaced: Change<Value>?
    return last.withLock { last in
      let change = Change(value)
      replaced = change
      swap(&last, &replaced)
      return change
    }
  }

  /// Records a change of the other end, and returns whether this end takes it.
  func accept(_ change: Change<Value>) -> Bool {
    var replaced: Change<Value>? = change
    return last.withLock { last in
      guard change.stamp > last?.stamp ?? 0 else { return false }
      swap(&last, &replaced)
      return true
    }
  }
}

extension Terminal where Value: Equatable {
  /// The end of a property whose changes have no stamps, and which `set` changes.
  package init(of property: Property<Value>, set: @escaping @Sendable (Value) -> Void) {
    let link = ValueLink<Value>()
    self.init(
      changes: property.signal.map { link.change(to: $0) },
      claim: { take in
        take(link.claim(untracked { property.value }))
        return true
      },
      accept: { if link.accept($0) { set($0.value) } })
  }
}
