public import StreamPrimitives

/// A stored property of a class that can be watched: `$name` is its ``Property``, to watch and to derive from.
///
/// ```swift
/// @MainActor final class Model {
///   @Observed var email = ""
///   lazy var isValid = $email.map(\.isPlausible)
/// }
/// ```
///
/// The access of `name` decides which code may set it: `@Observed private(set) var` is set by its class only. Functions
/// that set it for you take a key path, which can be written only where the property can be set:
/// `bind(\.name, of: model, to: stream)`, `channel(\.name, of: model) <~> field`, and
/// `modify(\.name, of: model) { … }` for a change in one step.
///
/// The class may belong to an actor or to none, or be an actor. Setting the property stores the value, and then
/// notifies all observers.
///
/// In a class that conforms to `Observable` the property is visible to Observation too. So
/// `withObservationTracking { model.email }`, and a view of SwiftUI, are notified when it has another value, or a
/// property derived from it. They are not notified of an equal one. (In a class with the `@Observable` macro, write
/// `@ObservationIgnored @Observed`.)
@propertyWrapper
public struct Observed<Value: Sendable>: Sendable {
  @usableFromInline let stored: MutableProperty<Value>

  /// The property behind the wrapper, read-only.
  public var projectedValue: Property<Value> { stored.property }

  /// A property with a value to start with.
  public init(wrappedValue: Value, fileID: StaticString = #fileID, line: UInt = #line) {
    stored = MutableProperty(wrappedValue, fileID: fileID, line: line)
  }

  /// The wrapper works in classes only: the copies of a struct would share its property.
  @available(*, unavailable, message: "@Observed is for properties of a class; elsewhere write 'MutableProperty'.")
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set { fatalError() }
  }

  /// The current value, in a class.
  @inlinable
  public static subscript<Owner: AnyObject>(
    _enclosingInstance owner: Owner,
    wrapped wrapped: ReferenceWritableKeyPath<Owner, Value>,
    storage storage: ReferenceWritableKeyPath<Owner, Observed>
  ) -> Value {
    get {
      let property = owner[keyPath: storage].stored
      property.source.meet(Owner.self, storage)
      if openProbes.load(ordering: .relaxed) != 0 { property.answer(wrapped) }
      return property.value
    }
    set {
      let property = owner[keyPath: storage].stored
      if Trace.isOn { property.source.meet(Owner.self, storage) }
      property.value = newValue
    }
  }

  /// The property behind the wrapper, in a class. Properties derived from it are visible to Observation as it is.
  @inlinable
  public static subscript<Owner: AnyObject>(
    _enclosingInstance owner: Owner,
    projected projected: KeyPath<Owner, Property<Value>>,
    storage storage: ReferenceWritableKeyPath<Owner, Observed>
  ) -> Property<Value> {
    let property = owner[keyPath: storage].stored
    property.source.meet(Owner.self, storage)
    return property.property
  }
}

/// Changes a property that is declared with ``Observed`` in one step.
///
/// No other change comes between reading it and setting it.
///
/// ```swift
/// modify(\.visits, of: self) { $0 += 1 }
/// ```
///
/// See ``MutableProperty/modify(_:)``. The key path names the class that declares the property with the wrapper: for an
/// inherited one, `modify(\Person.name, of: writer)`.
@discardableResult
public func modify<Owner: AnyObject, Value: Sendable, Result, Thrown: Error>(
  _ keyPath: ReferenceWritableKeyPath<Owner, Value>, of owner: Owner,
  _ change: @escaping (inout Value) throws(Thrown) -> Result
) throws(Thrown) -> Result {
  try settable(keyPath, of: owner).modify(change)
}

extension MutableProperty {
  @usableFromInline
  func answer(_ keyPath: AnyKeyPath) { Probe.answer(keyPath, self) }
}
