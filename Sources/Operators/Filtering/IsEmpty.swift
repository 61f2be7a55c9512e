public import StreamCore

extension StreamProtocol {
  /// Sends whether the stream completes without a value.
  ///
  ///     source     ---1--2--|
  ///     isEmpty()  ---(f|)
  ///
  /// Sends `false` at the first value, or `true` when the source completes. Then it completes, and the source is
  /// disposed. Keeps one flag. Delivers where the source delivers; a failure of the source passes.
  @inlinable
  public func isEmpty() -> Signal<Bool, Failure> { first().mapTo(false).defaultIfEmpty(true) }
}
