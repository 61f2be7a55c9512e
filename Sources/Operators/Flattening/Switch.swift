public import StreamCore

extension Signal {
  /// Passes the values of the stream for the latest key.
  ///
  ///     keys    a---b---c---
  ///     case a  -1-2-3-4-
  ///     case b  -5-6-7-
  ///     switch  -1-2-5-6----     default: .empty
  ///
  /// No value arrives before the first key. A key without a case selects `fallback`; to make it an error, pass
  /// `.fail(…)`. (ReactiveObjC sent an error without a default.) A new key disposes the previous stream, so its
  /// failure does not arrive; an equal key subscribes again. Completes when the keys and the selected stream have
  /// completed; fails with either. Keeps no values. Delivers where the selected stream delivers.
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
