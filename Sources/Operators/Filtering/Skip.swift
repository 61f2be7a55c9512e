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
    apply(Skipping(count))
  }
}

extension LazyStream {
  /// The stream without its first elements, which are read when the first of the others is. A negative count traps.
  @inlinable
  public func skip(_ count: Int) -> LazyStream {
    apply(Skipping(count))
  }
}

@usableFromInline
struct Skipping<Value: Sendable>: Operator {
  @usableFromInline var left: Int

  @inlinable
  init(_ count: Int) {
    precondition(count >= 0, "Cannot skip \(count) values.")
    left = count
  }

  @inlinable
  mutating func step(_ input: Value) -> Step<Value> {
    guard left > 0 else { return .emit(input) }
    left -= 1
    return .skip
  }
}
