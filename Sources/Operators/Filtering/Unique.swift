public import StreamCore

extension StreamProtocol where Value: Hashable {
  /// Drops values that equal any earlier one.
  ///
  ///     source    a--b--a--c--b--|
  ///     unique()  a--b-----c-----|
  ///
  /// Keeps each distinct value, without a bound. Delivers where the source delivers; completes and fails with the
  /// source.
  @inlinable
  public func unique() -> Signal<Value, Failure> { apply(removingDuplicates { $0 }) }
}

extension StreamProtocol {
  /// Drops values whose key equals that of any earlier one: `unique(comparing: \.id)`.
  ///
  ///     source                        a--B--A--c--b--|
  ///     unique(comparing: lowercase)  a--B-----c-----|
  ///
  /// Keeps each distinct key, without a bound. Delivers where the source delivers; completes and fails with the source.
  @inlinable
  public func unique<Key: Hashable & Sendable>(comparing key: @escaping @Sendable (Value) -> Key) -> Signal<
    Value, Failure
  > {
    apply(removingDuplicates(key))
  }
}

extension LazyStream where Element: Hashable {
  /// Applies the operator lazily: each element is computed once, when it is read.
  @inlinable
  public func unique() -> LazyStream { apply(removingDuplicates { $0 }) }
}

extension LazyStream {
  /// Applies the operator lazily: each element is computed once, when it is read.
  @inlinable
  public func unique<Key: Hashable & Sendable>(comparing key: @escaping @Sendable (Element) -> Key) -> LazyStream {
    apply(removingDuplicates(key))
  }
}

@inlinable
func removingDuplicates<Value: Sendable, Key: Hashable & Sendable>(
  _ key: @escaping @Sendable (Value) -> Key
) -> some Operator<Value, Value> {
  StatefulRule(Set<Key>()) { seen, value in seen.insert(key(value)).inserted ? .emit(value) : .skip }
}
