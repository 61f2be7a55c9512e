public import StreamCore

extension StreamProtocol where Value: Equatable {
  /// Drops the values equal to the given one.
  ///
  ///     source     a--b--a--c--|
  ///     ignore(a)  ---b-----c--|
  ///
  /// Keeps nothing. Delivers where the source delivers; completes and fails with the source.
  @inlinable
  public func ignore(_ value: Value) -> Signal<Value, Failure> {
    apply(Selecting { $0 != value })
  }
}

extension LazyStream where Element: Equatable {
  /// Applies the operator lazily: each element is computed once, when it is read.
  @inlinable
  public func ignore(_ element: Element) -> LazyStream {
    apply(Selecting { $0 != element })
  }
}
