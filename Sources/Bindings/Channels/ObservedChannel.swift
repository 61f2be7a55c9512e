public import Observation

extension Observable where Self: AnyObject {
  /// One end of a two-way binding, onto a property of this object that is declared with ``Observed``.
  ///
  /// ```swift
  /// field.text <~> model.channel(\.email)
  /// ```
  ///
  /// It is the terminal of `$email`, for those to whom the class shows `email` only; it can be used where `email` can be set. It keeps neither end alive.
  ///
  /// - Precondition: the key path names a property with the wrapper, and nothing else: what is computed has no end of its own.
  public func channel<Value: Sendable>(_ keyPath: ReferenceWritableKeyPath<Self, Value>) -> Terminal<Value> {
    guard let property = observed(keyPath, of: self) else {
      preconditionFailure("\(keyPath) is not declared with @Observed, so there is no channel onto it.")
    }
    return property.terminal
  }

  /// One end of a two-way binding, onto a property of this object that can be watched: `model.channel(\.$email)`.
  public func channel<Value: Sendable>(_ keyPath: KeyPath<Self, MutableProperty<Value>>) -> Terminal<Value> {
    self[keyPath: keyPath].terminal
  }
}

/// The property behind `keyPath`, if it is declared with ``Observed`` in the class of `owner` or one above it; else `nil`.
///
/// It is read once to find out.
func observed<Owner: AnyObject, Value: Sendable>(
  _ keyPath: KeyPath<Owner, Value>, of owner: Owner
) -> MutableProperty<Value>? {
  Probe.property(behind: keyPath) { _ = owner[keyPath: keyPath] } as? MutableProperty<Value>
}
