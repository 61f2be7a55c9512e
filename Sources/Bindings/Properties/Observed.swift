/// A stored property of a class that can be watched: `$name` is its ``MutableProperty``.
///
/// ```swift
/// @MainActor final class Model {
///   @Observed var email = ""
///   lazy var isValid = $email.map(\.isPlausible)
/// }
/// ```
///
/// The class may belong to an actor or to none. Setting the property sends the change, after it is visible, to all who watch.
@propertyWrapper
public struct Observed<Value: Sendable>: Sendable {
  /// The property behind the wrapper.
  public let projectedValue: MutableProperty<Value>

  /// A property with a value to start with.
  public init(wrappedValue: Value) { projectedValue = MutableProperty(wrappedValue) }

  /// The current value.
  public var wrappedValue: Value {
    get { projectedValue.value }
    nonmutating set { projectedValue.value = newValue }
  }
}
