public import StreamCore

extension StreamProtocol where Value: Hashable {
  /// Emits each value only the first time that it comes.
  ///
  ///     source    a--b--a--c--b--|
  ///     unique()  a--b-----c-----|
  ///
  /// Keeps every different value, without a bound. Delivers where the source delivers; ends and fails with the source.
  @inlinable
  public func unique() -> Signal<Value, Failure> { apply(removingDuplicates { $0 }) }
}

extension StreamProtocol {
  /// Emits a value only when one trait of it comes for the first time: `unique(comparing: \.id)`.
  ///
  ///     source                        a--B--A--c--b--|
  ///     unique(comparing: lowercase)  a--B-----c-----|
  ///
  /// Keeps every different trait, without a bound. Delivers where the source delivers; ends and fails with the source.
  @inlinable
  public func unique<Key: Hashable & Sendable>(comparing key: @escaping @Sendable (Value) -> Key) -> Signal<
    Value, Failure
  > {
    apply(removingDuplicates(key))
  }
}

extension LazyStream where Element: Hashable {
  /// The same of elements that are pulled: each is computed when it is read, and once.
  @inlinable
  public func unique() -> LazyStream { apply(removingDuplicates { $0 }) }
}

extension LazyStream {
  /// The same of elements that are pulled: each is computed when it is read, and once.
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
