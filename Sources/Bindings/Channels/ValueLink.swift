import Operators
package import Properties
import StreamCore

extension Terminal where Value: Equatable {
  /// The end of a property whose changes have no stamps, and which `set` changes.
  ///
  /// The last change that the binding has seen distinguishes an echo from a new change, by the value. It is state and
  /// an input of the stream. So a batch that throws takes it back. If a batch or a handler accepts a change and sets
  /// the property back, the property has not changed, but the stream sends its value.
  package init(of property: Property<Value>, set: @escaping @Sendable (Value) -> Void) {
    let property = property.withoutOwners
    let held = property.map { Identified($0) }
    // A change that was claimed here has the value that it was made of, because a value may differ from itself.
    let last = MutableProperty<(change: Change<Value>, origin: Identified<Value>?)?>(nil)
    let both = Property(held, last) { ($0, $1) }
    let claim = { @Sendable (held: Identified<Value>) in
      let change = Change(held.value)
      last.value = (change, held)
      return change
    }
    let changes = both.signal.take(until: property.signal.ignoreValues()).map { held, known in
      guard let known else { return claim(held) }
      if known.origin === held || known.change.value == held.value { return known.change }
      guard known.origin == nil, known.change.value != known.change.value, held.value != held.value else {
        return claim(held)
      }
      // The first value after an accepted one that differs from itself is its echo.
      last.modify { last in if last?.change.stamp == known.change.stamp { last?.origin = held } }
      return known.change
    }
    self.init(
      // The stream sends a claimed change once, although the claim is a change of `last`.
      changes: changes.distinctUntilChanged { $0.stamp == $1.stamp },
      claim: { take in
        take(claim(untracked { held.value }))
        return true
      },
      accept: { change in
        // In one step: no observer of the stream receives the change without the value, or the value without it.
        batch {
          let isNew = last.modify { last in
            guard change.stamp > last?.change.stamp ?? 0 else { return false }
            last = (change, nil)
            return true
          }
          if isNew { set(change.value) }
        }
      })
  }
}
