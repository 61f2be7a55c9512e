public import StreamCore

extension StreamProtocol {
  /// Says of each pair whether both of it are true: `combineLatest(isValid, isOnline).and()`.
  ///
  ///     source  a--b--|   a: (true, false)  b: (true, true)
  ///     and()   f--t--|
  ///
  /// Keeps nothing. Delivers where the source delivers; ends and fails with the source.
  @inlinable
  public func and() -> Signal<Bool, Failure> where Value == (Bool, Bool) { apply(Mapping { $0 && $1 }) }

  /// Says of each collection whether all of it are true; of an empty one they are.
  ///
  ///     source  a--b--|   a: [true, false]  b: [true, true]
  ///     and()   f--t--|
  ///
  /// Keeps nothing. Delivers where the source delivers; ends and fails with the source.
  @inlinable
  public func and() -> Signal<Bool, Failure> where Value: Sequence<Bool> { apply(Mapping { $0.allSatisfy { $0 } }) }
}
