public import StreamCore

extension StreamProtocol {
  /// Emits the first values, and completes with the last of them.
  ///
  ///     source   a--b--c--d--|
  ///     take(2)  a--(b|)
  ///
  /// The source is disposed right then, even when it is in the middle of sending; a source that has fewer completes the
  /// result itself. `take(0)` is the empty stream and does not subscribe to the source. Keeps a counter. Delivers where
  /// the source delivers; fails with the source. A negative count traps.
  @inlinable
  public func take(_ count: Int) -> Signal<Value, Failure> {
    count == 0 ? .empty : apply(taking(count))
  }
}

extension LazyStream {
  /// The first elements of the stream; what comes after them is not computed. A negative count traps.
  @inlinable
  public func take(_ count: Int) -> LazyStream {
    count == 0 ? .empty : apply(taking(count))
  }
}

@inlinable
func taking<Value: Sendable>(_ count: Int) -> some Operator<Value, Value> {
  precondition(count > 0, "Cannot take \(count) values.")
  return StatefulRule(count) { left, value in
    // Before the value is handed on, so it holds whatever the receiver does meanwhile.
    left -= 1
    return left == 0 ? .emitAndFinish(value) : .emit(value)
  }
}
