public import StreamCore

extension StreamProtocol where Value == Bool {
  /// Negates each value.
  ///
  ///     source  t--f--t--|
  ///     not()   f--t--f--|
  ///
  /// Keeps nothing. Delivers where the source delivers; completes and fails with the source.
  @inlinable
  public func not() -> Signal<Bool, Failure> { apply(Mapping { !$0 }) }
}
