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
    apply(RemovingRepeatsOfKey(key))
  }
}

extension LazyStream {
  /// The same of elements that are pulled: each is computed when it is read, and once.
  @inlinable
  public func distinctUntilChanged<Key: Equatable & Sendable>(
    comparing key: @escaping @Sendable (Element) -> Key
  ) -> LazyStream {
    apply(RemovingRepeatsOfKey(key))
  }
}

@usableFromInline
struct RemovingRepeatsOfKey<Value: Sendable, Key: Equatable & Sendable>: Operator {
  @usableFromInline let key: @Sendable (Value) -> Key
  @usableFromInline var previous: Key?

  @inlinable
  init(_ key: @escaping @Sendable (Value) -> Key) { self.key = key }

  @inlinable
  mutating func step(_ input: Value) -> Step<Value> {
    let key = key(input)
    if let previous, key == previous { return .skip }
    previous = key
    return .emit(input)
  }
}
