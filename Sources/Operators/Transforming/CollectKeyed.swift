public import StreamCore

extension StreamProtocol {
  /// Collects all values into a dictionary, and emits it when the source has completed.
  ///
  ///     source                      1--2--3--|
  ///     collect(keyedBy: { $0 % 2 }) ---------(a|)   a: [1: 3, 0: 2]
  ///
  /// If a key has a value already, `combine` returns the value to keep from the kept and the new one: by default the
  /// new one. An empty source gives an empty dictionary. Keeps a value for each distinct key, without a
  /// bound. Delivers where the source completes; a failure passes, and the values are lost.
  @inlinable
  public func collect<Key: Hashable & Sendable>(
    keyedBy key: @escaping @Sendable (Value) -> Key,
    uniquingKeysWith combine: @escaping @Sendable (_ kept: Value, _ new: Value) -> Value = { $1 }
  ) -> Signal<[Key: Value], Failure> {
    apply(
      Reducing([:]) { values, value in
        let key = key(value)
        values[key] = values[key].map { combine($0, value) } ?? value
      })
  }

  /// Collects all values into a dictionary of arrays, and emits it when the source has completed.
  ///
  ///     source                        1--2--3--|
  ///     collect(groupedBy: { $0 % 2 }) ---------(a|)   a: [1: [1, 3], 0: [2]]
  ///
  /// An array has the values of a key in their order. An empty source gives an empty dictionary. Keeps every value,
  /// without a bound. For a stream for each key use ``grouped(by:)``. Delivers where the source completes; a failure
  /// passes, and the values are lost.
  @inlinable
  public func collect<Key: Hashable & Sendable>(
    groupedBy key: @escaping @Sendable (Value) -> Key
  ) -> Signal<[Key: [Value]], Failure> {
    apply(Reducing([:]) { groups, value in groups[key(value), default: []].append(value) })
  }
}
