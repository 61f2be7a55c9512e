public import StreamCore

extension StreamProtocol {
  /// Drops the first values.
  ///
  ///     source   a--b--c--d--|
  ///     skip(2)  ------c--d--|
  ///
  /// A source with at most `count` values gives an empty stream. Keeps a counter. Delivers where the source delivers;
  /// completes and fails with the source. A negative count traps.
  @inlinable
  public func skip(_ count: Int) -> Signal<Value, Failure> {
    apply(skipping(count))
  }
}

extension LazyStream {
  /// Skips the first elements, which are read with the first remaining one. A negative count traps.
  @inlinable
  public func skip(_ count: Int) -> LazyStream {
    apply(skipping(count))
  }
}

@inlinable
func skipping<Value: Sendable>(_ count: Int) -> some Operator<Value, Value> {
  if count < 0 { fatalError("`skip(_:)` needs a count of 0 or more, got \(count).") }
  return StatefulRule(count) { left, value in
    guard left > 0 else { return .emit(value) }
    left -= 1
    return .skip
  }
}
