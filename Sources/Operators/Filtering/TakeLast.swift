public import StreamCore

extension StreamProtocol {
  /// Emits the last values, when the source has completed.
  ///
  ///     source         a--b--c--|
  ///     take(last: 2)  ---------(bc|)
  ///
  /// A source with fewer values gives all of them. Keeps up to `count` values. Delivers where the source completes; a
  /// failure passes, and the values are lost. A negative count traps.
  @inlinable
  public func take(last count: Int) -> Signal<Value, Failure> {
    apply(TakingLast(count))
  }
}

extension LazyStream {
  /// Takes the last elements; reading the first of them reads the whole stream. A negative count traps.
  @inlinable
  public func take(last count: Int) -> LazyStream {
    apply(TakingLast(count))
  }
}

@usableFromInline
struct TakingLast<Value: Sendable>: Operator {
  @usableFromInline let count: Int
  @usableFromInline var kept = Queue<Value>()

  @inlinable
  init(_ count: Int) {
    if count < 0 { fatalError("`take(last:)` needs a count of 0 or more, got \(count).") }
    self.count = count
  }

  @inlinable
  mutating func step(_ input: Value) -> Step<Value> {
    kept.append(input)
    if kept.count > count { _ = kept.popFirst() }
    return .skip
  }

  @inlinable
  mutating func finish() -> Value? { kept.popFirst() }
}
