public import StreamCore

extension StreamProtocol {
  /// Replaces a failure by a value and completion.
  ///
  ///     source                   1-2-#
  ///     replaceFailure(with: 0)  1-2-(0|)
  ///
  /// Otherwise completes with the source; cannot fail. Keeps the value. Delivers where the source delivers.
  public func replaceFailure(with value: Value) -> Signal<Value, Never> { catching { _ in .just(value) } }
}
