public import StreamCore

extension StreamProtocol {
  /// Counts the values, and emits their number when the source has completed.
  ///
  ///     source   a--b--c--|
  ///     count()  ---------(3|)
  ///
  /// Keeps a counter. Delivers where the source completes; a failure passes, and the number is lost.
  @inlinable
  public func count() -> Signal<Int, Failure> {
    apply(Reducing(0) { count, _ in count += 1 })
  }
}
