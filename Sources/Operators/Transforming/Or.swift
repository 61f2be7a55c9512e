public import StreamCore

extension StreamProtocol {
  /// Sends for each pair whether either is true: `combineLatest(isAdmin, isOwner).or()`.
  ///
  ///     source  a--b--|   a: (true, false)  b: (false, false)
  ///     or()    t--f--|
  ///
  /// Keeps nothing. Delivers where the source delivers; completes and fails with the source.
  @inlinable
  public func or() -> Signal<Bool, Failure> where Value == (Bool, Bool) { apply(Mapping { $0 || $1 }) }

  /// Sends for each collection whether any element is true. An empty collection gives `false`.
  ///
  ///     source  a--b--|   a: [true, false]  b: [false, false]
  ///     or()    t--f--|
  ///
  /// Keeps nothing. Delivers where the source delivers; completes and fails with the source.
  @inlinable
  public func or() -> Signal<Bool, Failure> where Value: Sequence<Bool> { apply(Mapping { $0.contains(true) }) }
}
