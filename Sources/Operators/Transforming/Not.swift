public import StreamCore

extension StreamProtocol where Value == Bool {
  /// Turns true into false and false into true.
  ///
  ///     source  t--f--t--|
  ///     not()   f--t--f--|
  ///
  /// Keeps nothing. Delivers where the source delivers; ends and fails with the source.
  @inlinable
  public func not() -> Signal<Bool, Failure> { apply(Mapping { !$0 }) }
}
