public import Observation
public import StreamCore

extension Observable where Self: AnyObject {
  /// Returns the value of a property that is declared with ``Observed``, and every change of it.
  ///
  ///     model.email          a---b---c|      set to b, set to c, released
  ///     signal(for: \.email) a---b---c|
  ///
  /// It is the stream of `$email`, for code that can access `email` only. It does not retain the object, and completes
  /// when the object is released. Delivers where the property is set. For the value before each change use
  /// `pairwise()`.
  ///
  /// - Precondition: The key path names a property with the wrapper. For a computed property use ``observe(_:_:)``.
  public func signal<Value: Sendable>(for keyPath: KeyPath<Self, Value>) -> Signal<Value, Never> {
    guard let property = observed(keyPath, of: self) else {
      fatalError(
        "\(keyPath) is not declared with @Observed, so it has no stream of changes. Use `observe(object) { … }`.")
    }
    return property.signal
  }
}
