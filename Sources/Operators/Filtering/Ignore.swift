public import StreamCore

extension StreamProtocol where Value: Equatable {
  /// Drops the values that equal the given one.
  ///
  ///     source     a--b--a--c--|
  ///     ignore(a)  ---b-----c--|
  ///
  /// Keeps nothing. Delivers where the source delivers; ends and fails with the source.
  @inlinable
  public func ignore(_ value: Value) -> Signal<Value, Failure> {
    apply(Selecting { $0 != value })
  }
}
