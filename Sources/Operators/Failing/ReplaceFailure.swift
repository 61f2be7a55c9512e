public import StreamCore

extension StreamProtocol {
  /// Sends a value in place of a failure, and completes.
  ///
  ///     source                   1-2-#
  ///     replaceFailure(with: 0)  1-2-(0|)
  ///
  /// Completes with the source otherwise; cannot fail. Keeps the one value. Delivers where the source delivers.
  public func replaceFailure(with value: Value) -> Signal<Value, Never> { catching { _ in .just(value) } }
}
