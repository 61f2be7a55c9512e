public import StreamCore

extension Signal {
  /// The values of the stream that belongs to the latest key.
  ///
  ///     keys    a---b---c---
  ///     case a  -1-2-3-4-
  ///     case b  -5-6-7-
  ///     switch  -1-2-5-6----     default: .empty
  ///
  /// Nothing arrives before the first key. A key without a case selects `fallback`; where such a key is an error, that
  /// is `.fail(…)` with an error of your own (ReactiveObjC sent one of its own where there was no default). The
  /// stream before is disposed when a new key arrives, so its failure is not seen any more; a key that comes again
  /// starts its stream anew. Completes when the keys and the selected stream have; fails with either. Keeps no values.
  /// Delivers where the selected stream delivers.
  @inlinable
  public static func `switch`<Key: Hashable & Sendable>(
    _ keys: some StreamProtocol<Key, Failure>, cases: [Key: Signal], default fallback: Signal
  ) -> Signal {
    keys.flatMapLatest { cases[$0] ?? fallback }
  }

  /// ``switch(_:cases:default:)`` where the keys cannot fail.
  @_disfavoredOverload
  @inlinable
  public static func `switch`<Key: Hashable & Sendable>(
    _ keys: some StreamProtocol<Key, Never>, cases: [Key: Signal], default fallback: Signal
  ) -> Signal {
    .switch(keys.promoteFailure(to: Failure.self), cases: cases, default: fallback)
  }

  /// ``switch(_:cases:default:)`` of streams of any type: subjects, properties, types of the user.
  @inlinable
  public static func `switch`<Key: Hashable & Sendable>(
    _ keys: some StreamProtocol<Key, Failure>, cases: [Key: some StreamProtocol<Value, Failure>],
    default fallback: Signal
  ) -> Signal {
    .switch(keys, cases: cases.mapValues { $0.signal }, default: fallback)
  }

  /// The same where the keys cannot fail.
  @_disfavoredOverload
  @inlinable
  public static func `switch`<Key: Hashable & Sendable>(
    _ keys: some StreamProtocol<Key, Never>, cases: [Key: some StreamProtocol<Value, Failure>],
    default fallback: Signal
  ) -> Signal {
    .switch(keys.promoteFailure(to: Failure.self), cases: cases.mapValues { $0.signal }, default: fallback)
  }
}
