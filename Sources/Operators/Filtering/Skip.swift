public import StreamCore

extension StreamProtocol {
  /// Drops the first values.
  ///
  ///     source   a--b--c--d--|
  ///     skip(2)  ------c--d--|
  ///
  /// A source that has no more than that gives an empty stream. Keeps a counter. Delivers where the source delivers;
  /// ends and fails with the source. A negative count traps.
  @inlinable
  public func skip(_ count: Int) -> Signal<Value, Failure> {
    apply(skipping(count))
  }
}

extension LazyStream {
  /// The stream without its first elements, which are read when the first of the others is. A negative count traps.
  @inlinable
  public func skip(_ count: Int) -> LazyStream {
    apply(skipping(count))
  }
}

@inlinable
func skipping<Value: Sendable>(_ count: Int) -> some Operator<Value, Value> {
  precondition(count >= 0, "Cannot skip \(count) values.")
  return StatefulRule(count) { left, value in
    guard left > 0 else { return .emit(value) }
    left -= 1
    return .skip
  }
}
