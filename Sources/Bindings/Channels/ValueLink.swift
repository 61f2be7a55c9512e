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
    let last = MutableProperty<Change<Value>?>(nil)
    let both = Property(property, last) { ($0, $1) }
    let claim = { @Sendable (value: Value) in
      let change = Change(value)
      last.value = change
      return change
    }
    self.init(
      changes: both.signal.take(until: property.signal.ignoreValues()).map { value, known in
        if let known, known.value == value { known } else { claim(value) }
      },
      claim: { take in
        take(claim(untracked { property.value }))
        return true
      },
      accept: { change in
        // In one step: no observer of the stream receives the change without the value, or the value without it.
        batch {
          let isNew = last.modify { last in
            guard change.stamp > last?.stamp ?? 0 else { return false }
            last = change
            return true
          }
          if isNew { set(change.value) }
        }
      })
  }
}
