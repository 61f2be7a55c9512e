public import StreamCore

extension StreamProtocol {
  /// Says whether all values pass a test: false at the first that does not, true when the source has completed.
  ///
  ///     source                 1--2--3--|
  ///     allSatisfy { $0 < 2 }  ---(f|)
  ///
  /// After its answer it completes, and the source is disposed. An empty source gives true. Keeps one flag. Delivers
  /// where the source delivers; a failure of the source is passed on, where ReactiveObjC answers false.
  @inlinable
  public func allSatisfy(_ isRight: @escaping @Sendable (Value) -> Bool) -> Signal<Bool, Failure> {
    first(where: { !isRight($0) }).mapTo(false).defaultIfEmpty(true)
  }
}
