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
  /// - Precondition: the key path names a property with the wrapper that this class declares: what is computed has no end of its own. A key path to a property
  ///   of a class above is another one than that class's, so there it is `channel(\.$email)`.
  public func channel<Value: Sendable>(_ keyPath: ReferenceWritableKeyPath<Self, Value>) -> Terminal<Value> {
    guard let property = observed(keyPath, of: self) else {
      preconditionFailure(
        "\(keyPath) is not declared with @Observed in \(Self.self) itself, so there is no channel onto it.")
    }
    return property.terminal
  }

  /// One end of a two-way binding, onto a property of this object that can be watched: `model.channel(\.$email)`, also where a class above declares it.
  public func channel<Value: Sendable>(_ keyPath: KeyPath<Self, MutableProperty<Value>>) -> Terminal<Value> {
    self[keyPath: keyPath].terminal
  }
}

/// The property behind `keyPath`, if `Owner` declares it with ``Observed``; else `nil`.
///
/// It is read once to find out.
func observed<Owner: AnyObject, Value: Sendable>(
  _ keyPath: KeyPath<Owner, Value>, of owner: Owner
) -> MutableProperty<Value>? {
  Probe.property(behind: keyPath) { _ = owner[keyPath: keyPath] } as? MutableProperty<Value>
}
