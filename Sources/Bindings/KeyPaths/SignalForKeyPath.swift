public import Observation
public import StreamCore

extension Observable where Self: AnyObject {
  /// The value of a property that is declared with ``Observed``, and every change of it.
  ///
  ///     model.email          a---b---c|      set to b, set to c, released
  ///     signal(for: \.email) a---b---c|
  ///
  /// It is the stream of `$email`, for those to whom the class shows `email` only. Keeps the object not alive, and
  /// completes when it goes. Delivers where the property is set. For the value before each change use `pairwise()`.
  ///
  /// - Precondition: the key path names a property with the wrapper, and nothing else: for what is computed there is
  ///   ``observe(_:_:)``.
  public func signal<Value: Sendable>(for keyPath: KeyPath<Self, Value>) -> Signal<Value, Never> {
    guard let property = observed(keyPath, of: self) else {
      preconditionFailure("\(keyPath) is not declared with @Observed, so its changes cannot be heard.")
    }
    return property.signal
  }
}
