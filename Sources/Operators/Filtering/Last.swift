public import StreamCore

extension StreamProtocol {
  /// Emits the last value, when the source has completed.
  ///
  ///     source  a--b--c--|
  ///     last()  ---------(c|)
  ///
  /// An empty source gives an empty stream. Keeps one value. Delivers where the source completes; a failure passes, and
  /// the value is lost.
  @inlinable
  public func last() -> Signal<Value, Failure> { apply(Keeping { _, _ in true }) }

  /// Emits the last value that passes a test, when the source has completed.
  ///
  ///     source                   1--2--3--4--|
  ///     last(where: { $0 < 3 })  ------------(2|)
  ///
  /// A source without such a value gives an empty stream. Keeps one value. Delivers where the source completes; a
  /// failure passes, and the value is lost.
  @inlinable
  public func last(where isWanted: @escaping @Sendable (Value) -> Bool) -> Signal<Value, Failure> {
    apply(Keeping { _, new in isWanted(new) })
  }
}

/// Keeps the value that has replaced all previous ones, and emits it at completion.
@usableFromInline
struct Keeping<Value: Sendable>: Operator {
  @usableFromInline let isReplaced: @Sendable (Value?, Value) -> Bool
  @usableFromInline var kept: Value?

  @inlinable
  init(_ isReplaced: @escaping @Sendable (_ kept: Value?, _ new: Value) -> Bool) { self.isReplaced = isReplaced }

  @inlinable
  mutating func step(_ input: Value) -> Step<Value> {
    if isReplaced(kept, input) { kept = input }
    return .skip
  }

  @inlinable
  mutating func finish() -> Value? { kept.take() }
}
