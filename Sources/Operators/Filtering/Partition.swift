public import StreamCore

extension StreamProtocol {
  /// Two streams: the values that pass a test, and the others.
  ///
  ///     source             1-2-3-4-|
  ///     matching           --2---4-|   isEven
  ///     rest               1---3---|
  ///
  /// Each is a stream of its own, and subscribing to both runs a cold source, and the test, twice; `share()` before it
  /// if once is enough. Keeps nothing. Both deliver where the source delivers, and end and fail with it.
  @inlinable
  public func partition(
    by belongs: @escaping @Sendable (Value) -> Bool
  ) -> (matching: Signal<Value, Failure>, rest: Signal<Value, Failure>) {
    (filter(belongs), filter { !belongs($0) })
  }
}
