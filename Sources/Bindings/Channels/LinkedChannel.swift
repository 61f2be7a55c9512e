public import Properties
import StreamCore

extension LinkedProperty: BindingEnd where Value: Equatable {
  /// One end of a two-way binding. It does not keep the property alive.
  public var terminal: Terminal<Value> {
    let (property, link) = (property, ValueLink<Value>())
    return Terminal(
      changes: property.signal.map { link.change(to: $0) },
      claim: { take in
        take(link.claim(untracked { property.value }))
        return true
      },
      accept: { [weak self] passed in
        guard let self, link.accept(passed) else { return }
        value = passed.value
      })
  }
}
