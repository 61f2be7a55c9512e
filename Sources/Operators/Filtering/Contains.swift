public import StreamCore

extension StreamProtocol {
  /// Says whether any value passes a test: true at the first that does, false when the source has completed without
  /// one.
  ///
  ///     source                       1--2--3--|
  ///     contains(where: { $0 > 1 })  ---(t|)
  ///
  /// After its answer it completes, and the source is disposed. Keeps one flag. Delivers where the source delivers; a
  /// failure of the source is passed on, where ReactiveObjC answers false.
  @inlinable
  public func contains(where isWanted: @escaping @Sendable (Value) -> Bool) -> Signal<Bool, Failure> {
    first(where: isWanted).mapTo(true).defaultIfEmpty(false)
  }
}

extension StreamProtocol where Value: Equatable {
  /// Says whether any value equals the given one: true at the first that does, false when the source has completed
  /// without one.
  ///
  ///     source       a--b--c--|
  ///     contains(b)  ---(t|)
  ///
  /// After its answer it completes, and the source is disposed. Keeps one flag. Delivers where the source delivers; a
  /// failure of the source is passed on.
  @inlinable
  public func contains(_ value: Value) -> Signal<Bool, Failure> {
    contains(where: { $0 == value })
  }
}
