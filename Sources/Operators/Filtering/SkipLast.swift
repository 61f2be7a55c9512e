public import StreamCore

extension StreamProtocol {
  /// Drops the last values.
  ///
  ///     source         a--b--c--d--|
  ///     skip(last: 2)  ------a--b--|
  ///
  /// A value is emitted once `count` more values have arrived. A source with at most `count` values gives an empty
  /// stream. Keeps up to `count` values. Delivers where the source delivers; completes and fails with the source. A
  /// negative count traps.
  @inlinable
  public func skip(last count: Int) -> Signal<Value, Failure> {
    apply(skippingLast(count))
  }
}

extension LazyStream {
  /// Skips the last elements; the stream is read `count` elements ahead. A negative count traps.
  @inlinable
  public func skip(last count: Int) -> LazyStream {
    apply(skippingLast(count))
  }
}

@inlinable
func skippingLast<Value: Sendable>(_ count: Int) -> some Operator<Value, Value> {
  if count < 0 { fatalError("`skip(last:)` needs a count of 0 or more, got \(count).") }
  return StatefulRule(Queue<Value>()) { kept, value in
    kept.append(value)
    if kept.count > count, let oldest = kept.popFirst() { return .emit(oldest) }
    return .skip
  }
}
