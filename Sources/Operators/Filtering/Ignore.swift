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

extension LazyStream where Element: Equatable {
  /// The same of elements that are pulled: each is computed when it is read, and once.
  @inlinable
  public func ignore(_ element: Element) -> LazyStream {
    apply(Selecting { $0 != element })
  }
}
