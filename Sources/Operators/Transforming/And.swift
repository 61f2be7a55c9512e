public import StreamCore

extension StreamProtocol {
  /// Sends for each pair whether both are true: `combineLatest(isValid, isOnline).and()`.
  ///
  ///     source  a--b--|   a: (true, false)  b: (true, true)
  ///     and()   f--t--|
  ///
  /// Keeps nothing. Delivers where the source delivers; completes and fails with the source.
  @inlinable
  public func and() -> Signal<Bool, Failure> where Value == (Bool, Bool) { apply(Mapping { $0 && $1 }) }

  /// Sends for each collection whether all elements are true. An empty collection gives `true`.
  ///
  ///     source  a--b--|   a: [true, false]  b: [true, true]
  ///     and()   f--t--|
  ///
  /// Keeps nothing. Delivers where the source delivers; completes and fails with the source.
  @inlinable
  public func and() -> Signal<Bool, Failure> where Value: Sequence<Bool> { apply(Mapping { $0.allSatisfy { $0 } }) }
}
