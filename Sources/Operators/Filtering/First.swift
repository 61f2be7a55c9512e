public import StreamCore

extension StreamProtocol {
  /// Emits the first value and completes.
  ///
  ///     source   --a--b--|
  ///     first()  --(a|)
  ///
  /// The source is disposed right then; an empty one gives an empty stream. Keeps a counter. Delivers where the source
  /// delivers; fails with the source.
  @inlinable
  public func first() -> Signal<Value, Failure> { take(1) }

  /// Emits the first value that passes a test and completes.
  ///
  ///     source                    1--2--3--4--|
  ///     first(where: { $0 > 2 })  ------(3|)
  ///
  /// The source is disposed right then; one without such a value gives an empty stream. Keeps nothing. Delivers where
  /// the source delivers; fails with the source.
  @inlinable
  public func first(where isWanted: @escaping @Sendable (Value) -> Bool) -> Signal<Value, Failure> {
    apply(Finding(isWanted))
  }
}

@frozen
@usableFromInline
struct Finding<Value: Sendable>: Operator {
  @usableFromInline let isWanted: @Sendable (Value) -> Bool

  @inlinable
  init(_ isWanted: @escaping @Sendable (Value) -> Bool) { self.isWanted = isWanted }

  @inlinable
  mutating func step(_ input: Value) -> Step<Value> { isWanted(input) ? .emitAndFinish(input) : .skip }
}
