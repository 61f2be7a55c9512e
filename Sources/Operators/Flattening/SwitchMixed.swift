public import StreamCore

extension Signal {
  /// ``switch(_:cases:default:)`` where the keys cannot fail.
  @_disfavoredOverload
  @inlinable
  public static func `switch`<Key: Hashable & Sendable>(
    _ keys: some StreamProtocol<Key, Never>, cases: [Key: some StreamProtocol<Value, Failure>],
    default fallback: Signal
  ) -> Signal {
    .switch(keys.promoteFailure(to: Failure.self), cases: cases, default: fallback)
  }

  /// ``switch(_:cases:default:)`` where the cases cannot fail.
  @_disfavoredOverload
  @inlinable
  public static func `switch`<Key: Hashable & Sendable>(
    _ keys: some StreamProtocol<Key, Failure>, cases: [Key: some StreamProtocol<Value, Never>],
    default fallback: Signal
  ) -> Signal {
    .switch(keys, cases: cases.mapValues { $0.promoteFailure(to: Failure.self) }, default: fallback)
  }

  /// ``switch(_:cases:default:)`` where neither the keys nor the cases can fail.
  @_disfavoredOverload
  @inlinable
  public static func `switch`<Key: Hashable & Sendable>(
    _ keys: some StreamProtocol<Key, Never>, cases: [Key: some StreamProtocol<Value, Never>],
    default fallback: Signal
  ) -> Signal {
    .switch(
      keys.promoteFailure(to: Failure.self), cases: cases.mapValues { $0.promoteFailure(to: Failure.self) },
      default: fallback)
  }
}
