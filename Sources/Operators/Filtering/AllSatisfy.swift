public import StreamCore

extension StreamProtocol {
  /// Sends whether all values pass a test.
  ///
  ///     source                 1--2--3--|
  ///     allSatisfy { $0 < 2 }  ---(f|)
  ///
  /// Sends `false` at the first value that fails the test, or `true` when the source completes. Then it completes, and
  /// the source is disposed. An empty source gives `true`. Keeps one flag. Delivers where the source delivers; a
  /// failure of the source passes. (ReactiveObjC sends `false`.)
  @inlinable
  public func allSatisfy(_ isRight: @escaping @Sendable (Value) -> Bool) -> Signal<Bool, Failure> {
    first(where: { !isRight($0) }).mapTo(false).defaultIfEmpty(true)
  }
}
