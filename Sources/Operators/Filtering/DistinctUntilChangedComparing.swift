public import StreamCore

extension StreamProtocol {
  /// Drops values whose key equals the key of the last emitted one: `distinctUntilChanged(comparing: \.id)`.
  ///
  ///     source                                      A--a--b--B--a--|
  ///     distinctUntilChanged(comparing: lowercase)  A-----b-----a--|
  ///
  /// The first value always passes. Keeps one key. Delivers where the source delivers; completes and fails with the
  /// source.
  @inlinable
  public func distinctUntilChanged<Key: Equatable & Sendable>(
    comparing key: @escaping @Sendable (Value) -> Key
  ) -> Signal<Value, Failure> {
    apply(removingRepeats(comparing: key))
  }
}

extension LazyStream {
  /// Applies the operator lazily: each element is computed once, when it is read.
  @inlinable
  public func distinctUntilChanged<Key: Equatable & Sendable>(
    comparing key: @escaping @Sendable (Element) -> Key
  ) -> LazyStream {
    apply(removingRepeats(comparing: key))
  }
}

@inlinable
func removingRepeats<Value: Sendable, Key: Equatable & Sendable>(
  comparing key: @escaping @Sendable (Value) -> Key
) -> some Operator<Value, Value> {
  StatefulRule(Key?.none) { previous, value in
    let key = key(value)
    if let previous, key == previous { return .skip }
    previous = key
    return .emit(value)
  }
}
