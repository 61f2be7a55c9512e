public import StreamCore

extension StreamProtocol {
  /// Splits the stream in two: the values that pass a test, and the rest.
  ///
  ///     source             1-2-3-4-|
  ///     matching           --2---4-|   isEven
  ///     rest               1---3---|
  ///
  /// The two streams are independent: subscribing to both runs a cold source and the test twice. Apply `share()` first
  /// to run them once. Keeps nothing. Both deliver where the source delivers, and complete and fail with it.
  @inlinable
  public func partition(
    by belongs: @escaping @Sendable (Value) -> Bool
  ) -> (matching: Signal<Value, Failure>, rest: Signal<Value, Failure>) {
    (filter(belongs), filter { !belongs($0) })
  }
}
