import Observation
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
/// hears when it changes, by whatever way. (In a class with the `@Observable` macro, write `@ObservationIgnored @Observed`.)
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
      if property.cell.visibility.load(ordering: .relaxed) != Cell<Value>.hidden { property.cell.access(Owner.self) }
      if openProbes.load(ordering: .relaxed) != 0 { property.answer(wrapped) }
      return property.value
    }
    set { owner[keyPath: storage].projectedValue.cell.set(newValue) }
  }
}

extension MutableProperty {
  @usableFromInline
  func answer(_ keyPath: AnyKeyPath) { Probe.answer(keyPath, self) }
}

extension Cell {
  @usableFromInline static var hidden: UInt8 { 1 }
  private static var visible: UInt8 { 2 }

  /// Tells Observation that the property was read, if the class that has it takes part.
  @usableFromInline
  func access<Owner: AnyObject>(_ owner: Owner.Type) {
    if visibility.load(ordering: .relaxed) != Self.visible {
      guard owner is any Observable.Type else { return visibility.store(Self.hidden, ordering: .relaxed) }
      visibility.store(Self.visible, ordering: .relaxed)
    }
    registrar.access()
  }

  /// The same for what is derived from it.
  @usableFromInline
  func accessIfVisible() {
    if visibility.load(ordering: .relaxed) == Self.visible { registrar.access() }
  }
}
