public import StreamCore

extension StreamProtocol {
  /// Emits the first values, and completes with the last of them.
  ///
  ///     source   a--b--c--d--|
  ///     take(2)  a--(b|)
  ///
  /// The source is disposed synchronously, even while it is sending. A source with fewer values completes the result
  /// when it completes. `take(0)` is the empty stream and does not subscribe to the source. Keeps a counter. Delivers
  /// where the source delivers; fails with the source. A negative count traps.
  @inlinable
  public func take(_ count: Int) -> Signal<Value, Failure> {
    count == 0 ? .empty : apply(taking(count))
  }
}

extension LazyStream {
  /// Takes the first elements; the elements after them are not computed. A negative count traps.
  @inlinable
  public func take(_ count: Int) -> LazyStream {
    count == 0 ? .empty : apply(taking(count))
  }
}
