public import StreamCore

extension StreamProtocol {
  /// Sends whether any value passes a test.
  ///
  ///     source                       1--2--3--|
  ///     contains(where: { $0 > 1 })  ---(t|)
  ///
  /// Sends `true` at the first value that passes the test, or `false` when the source completes. Then it completes, and
  /// the source is disposed. Keeps one flag. Delivers where the source delivers; a failure of the source passes.
  /// (ReactiveObjC sends `false`.)
  @inlinable
  public func contains(where isWanted: @escaping @Sendable (Value) -> Bool) -> Signal<Bool, Failure> {
    first(where: isWanted).mapTo(true).defaultIfEmpty(false)
  }
}

extension StreamProtocol where Value: Equatable {
  /// Sends whether any value equals the given one.
  ///
  ///     source       a--b--c--|
  ///     contains(b)  ---(t|)
  ///
  /// Sends `true` at the first equal value, or `false` when the source completes. Then it completes, and the source is
  /// disposed. Keeps one flag. Delivers where the source delivers; a failure of the source passes.
  @inlinable
  public func contains(_ value: Value) -> Signal<Bool, Failure> {
    contains(where: { $0 == value })
  }
}
