public import StreamCore

extension StreamProtocol {
  /// Emits the last value, when the source has completed.
  ///
  ///     source  a--b--c--|
  ///     last()  ---------(c|)
  ///
  /// An empty source gives an empty stream. Keeps one value. Delivers where the source completes; a failure passes on
  /// and the value is lost.
  @inlinable
  public func last() -> Signal<Value, Failure> { apply(KeepingLast { _ in true }) }

  /// Emits the last value that passes a test, when the source has completed.
  ///
  ///     source                   1--2--3--4--|
  ///     last(where: { $0 < 3 })  ------------(2|)
  ///
  /// A source without such a value gives an empty stream. Keeps one value. Delivers where the source completes; a
  /// failure passes on and the value is lost.
  @inlinable
  public func last(where isWanted: @escaping @Sendable (Value) -> Bool) -> Signal<Value, Failure> {
    apply(KeepingLast(isWanted))
  }
}

@frozen
@usableFromInline
struct KeepingLast<Value: Sendable>: Operator {
  @usableFromInline let isWanted: @Sendable (Value) -> Bool
  @usableFromInline var last: Value?

  @inlinable
  init(_ isWanted: @escaping @Sendable (Value) -> Bool) { self.isWanted = isWanted }

  @inlinable
  mutating func step(_ input: Value) -> Step<Value> {
    if isWanted(input) { last = input }
    return .skip
  }

  @inlinable
  mutating func finish() -> Value? { last.take() }
}
