public import StreamCore

extension StreamProtocol {
  /// Emits a value only when one trait of it differs from that of the last one emitted:
  /// `distinctUntilChanged(comparing: \.id)`.
  ///
  ///     source                                      A--a--b--B--a--|
  ///     distinctUntilChanged(comparing: lowercase)  A-----b-----a--|
  ///
  /// The first value always passes. Keeps one trait. Delivers where the source delivers; ends and fails with the
  /// source.
  @inlinable
  public func distinctUntilChanged<Key: Equatable & Sendable>(
    comparing key: @escaping @Sendable (Value) -> Key
  ) -> Signal<Value, Failure> {
    apply(removingRepeats(comparing: key))
  }
}

extension LazyStream {
  /// The same of elements that are pulled: each is computed when it is read, and once.
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
