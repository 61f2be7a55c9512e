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

/// Changes a property of an object that is declared with ``Observed`` in one step: no other change comes between
/// reading it and setting it.
///
/// ```swift
/// modify(\.visits, of: self) { $0 += 1 }
/// ```
///
/// As ``MutableProperty/modify(_:)``, which says more. The key path is as for ``channel(_:of:)``.
@discardableResult
public func modify<Owner: AnyObject, Value: Sendable, Result, Thrown: Error>(
  _ keyPath: ReferenceWritableKeyPath<Owner, Value>, of owner: Owner,
  _ change: (inout Value) throws(Thrown) -> Result
) throws(Thrown) -> Result {
  try settable(keyPath, of: owner).modify(change)
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

/// The property behind `keyPath`, which whoever can write the key path may set.
func settable<Owner: AnyObject, Value: Sendable>(
  _ keyPath: ReferenceWritableKeyPath<Owner, Value>, of owner: Owner
) -> MutableProperty<Value> {
  guard let property = observed(keyPath, of: owner) else {
    preconditionFailure(
      "\(keyPath) is not declared with @Observed in \(Owner.self) itself, so it is not known how it is set.")
  }
  return property
}

/// The property behind `keyPath`, if `Owner` declares it with ``Observed``; else `nil`.
///
/// It is read once to find out.
func observed<Owner: AnyObject, Value: Sendable>(
  _ keyPath: KeyPath<Owner, Value>, of owner: Owner
) -> MutableProperty<Value>? {
  Probe.property(behind: keyPath) { _ = owner[keyPath: keyPath] } as? MutableProperty<Value>
}
