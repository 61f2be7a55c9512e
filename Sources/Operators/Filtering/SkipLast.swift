public import StreamCore

extension StreamProtocol {
  /// Drops the last values.
  ///
  ///     source         a--b--c--d--|
  ///     skip(last: 2)  ------a--b--|
  ///
  /// A value is emitted when `count` others have come after it. A source that has no more than that gives an empty
  /// stream. Keeps up to `count` values. Delivers where the source delivers; ends and fails with the source. A negative
  /// count traps.
  @inlinable
  public func skip(last count: Int) -> Signal<Value, Failure> {
    apply(skippingLast(count))
  }
}

extension LazyStream {
  /// The stream without its last elements; it is read that far ahead. A negative count traps.
  @inlinable
  public func skip(last count: Int) -> LazyStream {
    apply(skippingLast(count))
  }
}

@inlinable
func skippingLast<Value: Sendable>(_ count: Int) -> some Operator<Value, Value> {
  precondition(count >= 0, "Cannot skip the last \(count) values.")
  return StatefulRule(Queue<Value>()) { kept, value in
    kept.append(value)
    if kept.count > count, let oldest = kept.popFirst() { return .emit(oldest) }
    return .skip
  }
}
