public import StreamCore

extension StreamProtocol {
  /// Emits the first value and completes.
  ///
  ///     source   --a--b--|
  ///     first()  --(a|)
  ///
  /// The source is disposed synchronously; an empty one gives an empty stream. Keeps a counter. Delivers where the
  /// source delivers; fails with the source.
  @inlinable
  public func first() -> Signal<Value, Failure> { take(1) }

  /// Emits the first value that passes a test and completes.
  ///
  ///     source                    1--2--3--4--|
  ///     first(where: { $0 > 2 })  ------(3|)
  ///
  /// The source is disposed synchronously; one without such a value gives an empty stream. Keeps nothing. Delivers
  /// where the source delivers; fails with the source.
  @inlinable
  public func first(where isWanted: @escaping @Sendable (Value) -> Bool) -> Signal<Value, Failure> {
    filter(isWanted).take(1)
  }
}
