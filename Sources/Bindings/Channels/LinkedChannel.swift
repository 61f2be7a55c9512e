public import Properties
import StreamCore

extension LinkedProperty where Value: Equatable {
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

/// Keeps a linked property and a property equal. See ``<~>(_:_:)-(MutableProperty<Value>,_)``.
@discardableResult
public func <~> <Value: Sendable & Equatable>(left: LinkedProperty<Value>, right: MutableProperty<Value>)
  -> Disposable
{
  left.terminal <~> right.terminal
}

/// Keeps a property and a linked property equal. See ``<~>(_:_:)-(MutableProperty<Value>,_)``.
@discardableResult
public func <~> <Value: Sendable & Equatable>(left: MutableProperty<Value>, right: LinkedProperty<Value>)
  -> Disposable
{
  left.terminal <~> right.terminal
}

/// Keeps a linked property and another end equal. See ``<~>(_:_:)-(MutableProperty<Value>,_)``.
@discardableResult
public func <~> <Value: Sendable & Equatable>(left: LinkedProperty<Value>, right: Terminal<Value>) -> Disposable {
  left.terminal <~> right
}

/// Keeps another end and a linked property equal. See ``<~>(_:_:)-(MutableProperty<Value>,_)``.
@discardableResult
public func <~> <Value: Sendable & Equatable>(left: Terminal<Value>, right: LinkedProperty<Value>) -> Disposable {
  left <~> right.terminal
}
