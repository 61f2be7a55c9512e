public import Synchronization

/// A stored property of a class that can be watched: `$name` is its ``MutableProperty``.
///
/// ```swift
/// @MainActor final class Model {
///   @Observed var email = ""
///   lazy var isValid = $email.map(\.isPlausible)
/// }
/// ```
///
/// The class may belong to an actor or to none, or be an actor. Setting the property sends the change, after it is visible, to all who watch.
///
/// In a class that conforms to `Observable` the property is visible to Observation too: `withObservationTracking { model.email }`, and so a view of SwiftUI,
/// hears when it changes, by whatever way, and when what is derived from it does. (In a class with the `@Observable` macro, write `@ObservationIgnored @Observed`.)
@propertyWrapper
@frozen
public struct Observed<Value: Sendable>: Sendable {
  /// The property behind the wrapper.
  public let projectedValue: MutableProperty<Value>

  /// A property with a value to start with.
  @inlinable
  public init(wrappedValue: Value) { projectedValue = MutableProperty(wrappedValue) }

  /// The current value, where the wrapper is not in a class.
  @inlinable
  public var wrappedValue: Value {
    get { projectedValue.value }
    nonmutating set { projectedValue.value = newValue }
  }

  /// The current value, in a class.
  @inlinable
  public static subscript<Owner: AnyObject>(
    _enclosingInstance owner: Owner,
    wrapped wrapped: ReferenceWritableKeyPath<Owner, Value>,
    storage storage: ReferenceWritableKeyPath<Owner, Observed>
  ) -> Value {
    get {
      let property = owner[keyPath: storage].projectedValue
      property.cell.meet(Owner.self)
      if openProbes.load(ordering: .relaxed) != 0 { property.answer(wrapped) }
      return property.value
    }
    set { owner[keyPath: storage].projectedValue.cell.set(newValue) }
  }

  /// The property behind the wrapper, in a class: so what is derived from it is visible to Observation as it is.
  @inlinable
  public static subscript<Owner: AnyObject>(
    _enclosingInstance owner: Owner,
    projected projected: KeyPath<Owner, MutableProperty<Value>>,
    storage storage: ReferenceWritableKeyPath<Owner, Observed>
  ) -> MutableProperty<Value> {
    let property = owner[keyPath: storage].projectedValue
    property.cell.meet(Owner.self)
    return property
  }
}

extension MutableProperty {
  @usableFromInline
  func answer(_ keyPath: AnyKeyPath) { Probe.answer(keyPath, self) }
}
