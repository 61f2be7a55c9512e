public import Observation

/// Returns an end of a two-way binding for a property of an object that is declared with ``Observed``.
///
/// ```swift
/// field.text <~> channel(\.email, of: model)
/// ```
///
/// It compiles where the property can be set: elsewhere the key path of a `private(set)` property is not writable. It
/// retains neither end.
///
/// - Precondition: The key path names a property with the wrapper: a computed property has no end. The key path names
///   the class that declares the property. For an inherited one write `channel(\Person.name, of: writer)`.
public func channel<Owner: AnyObject, Value: Sendable>(
  _ keyPath: ReferenceWritableKeyPath<Owner, Value>, of owner: Owner
) -> Terminal<Value> {
  settable(keyPath, of: owner).terminal
}

extension Observable where Self: AnyObject {
  /// Returns an end of a two-way binding for a property of this object, as ``channel(_:of:)`` does.
  ///
  /// ```swift
  /// field.text <~> model.channel(\.email)
  /// ```
  public func channel<Value: Sendable>(_ keyPath: ReferenceWritableKeyPath<Self, Value>) -> Terminal<Value> {
    settable(keyPath, of: self).terminal
  }

  /// ``channel(_:of:)`` for code of this class.
  public func channel<Owner: AnyObject, Value: Sendable>(
    _ keyPath: ReferenceWritableKeyPath<Owner, Value>, of owner: Owner
  ) -> Terminal<Value> {
    settable(keyPath, of: owner).terminal
  }
}
