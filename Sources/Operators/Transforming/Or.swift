public import StreamCore

extension StreamProtocol {
  /// Says of each pair whether any of it is true: `combineLatest(isAdmin, isOwner).or()`.
  ///
  ///     source  a--b--|   a: (true, false)  b: (false, false)
  ///     or()    t--f--|
  ///
  /// Keeps nothing. Delivers where the source delivers; ends and fails with the source.
  @inlinable
  public func or() -> Signal<Bool, Failure> where Value == (Bool, Bool) { apply(Mapping { $0 || $1 }) }

  /// Says of each collection whether any of it is true; of an empty one none is.
  ///
  ///     source  a--b--|   a: [true, false]  b: [false, false]
  ///     or()    t--f--|
  ///
  /// Keeps nothing. Delivers where the source delivers; ends and fails with the source.
  @inlinable
  public func or() -> Signal<Bool, Failure> where Value: Sequence<Bool> { apply(Mapping { $0.contains(true) }) }
}
