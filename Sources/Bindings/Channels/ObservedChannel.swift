public import Observation

/// One end of a two-way binding, onto a property of an object that is declared with ``Observed``.
///
/// ```swift
/// field.text <~> channel(\.email, of: model)
/// ```
///
/// It can be had where the property can be set: the key path of a `private(set)` one is not writable elsewhere. It
/// keeps neither end alive.
///
/// - Precondition: the key path names a property with the wrapper: what is computed has no end of its own. The key path
///   names the class that declares it: for one that is inherited, `channel(\Person.name, of: writer)`.
public func channel<Owner: AnyObject, Value: Sendable>(
  _ keyPath: ReferenceWritableKeyPath<Owner, Value>, of owner: Owner
) -> Terminal<Value> {
  settable(keyPath, of: owner).terminal
}

extension Observable where Self: AnyObject {
  /// One end of a two-way binding, onto a property of this object: ``channel(_:of:)``, for those who have the object at
  /// hand.
  ///
  /// ```swift
  /// field.text <~> model.channel(\.email)
  /// ```
  public func channel<Value: Sendable>(_ keyPath: ReferenceWritableKeyPath<Self, Value>) -> Terminal<Value> {
    settable(keyPath, of: self).terminal
  }

  /// ``channel(_:of:)``, where code of this class calls it.
  public func channel<Owner: AnyObject, Value: Sendable>(
    _ keyPath: ReferenceWritableKeyPath<Owner, Value>, of owner: Owner
  ) -> Terminal<Value> {
    settable(keyPath, of: owner).terminal
  }
}
