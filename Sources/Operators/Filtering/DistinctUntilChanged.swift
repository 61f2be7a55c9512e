public import StreamCore

extension StreamProtocol where Value: Equatable {
  /// Emits a value only when it differs from the one before it.
  ///
  ///     source                  a--a--b--b--a--|
  ///     distinctUntilChanged()  a-----b-----a--|
  ///
  /// The first value always passes. Keeps one value. Delivers where the source delivers; ends and fails with the source.
  @inlinable
  public func distinctUntilChanged() -> Signal<Value, Failure> {
    apply(RemovingRepeats { $0 == $1 })
  }
}

extension StreamProtocol {
  /// Emits a value only when a predicate calls it different from the last one emitted.
  ///
  ///     source                                       1--2--5--6--1--|
  ///     distinctUntilChanged { abs($0 - $1) < 2 }    1-----5-----1--|
  ///
  /// The predicate gets the last value emitted and the new one, and says whether they are the same. The first value always passes. Keeps
  /// one value. Delivers where the source delivers; ends and fails with the source.
  @inlinable
  public func distinctUntilChanged(
    by areEquivalent: @escaping @Sendable (Value, Value) -> Bool
  ) -> Signal<Value, Failure> {
    apply(RemovingRepeats(areEquivalent))
  }

  /// Emits a value only when one trait of it differs from that of the last one emitted: `distinctUntilChanged(on: \.id)`.
  ///
  ///     source                               A--a--b--B--a--|
  ///     distinctUntilChanged(on: lowercase)  A-----b-----a--|
  ///
  /// The first value always passes. Keeps one trait. Delivers where the source delivers; ends and fails with the source.
  @inlinable
  public func distinctUntilChanged<Key: Equatable & Sendable>(
    on key: @escaping @Sendable (Value) -> Key
  ) -> Signal<Value, Failure> {
    apply(RemovingRepeatsOfKey(key))
  }
}

@frozen
@usableFromInline
struct RemovingRepeats<Value: Sendable>: Operator {
  @usableFromInline let areEquivalent: @Sendable (Value, Value) -> Bool
  @usableFromInline var previous: Value?

  @inlinable
  init(_ areEquivalent: @escaping @Sendable (Value, Value) -> Bool) { self.areEquivalent = areEquivalent }

  @inlinable
  mutating func step(_ input: Value) -> Step<Value> {
    if let previous, areEquivalent(previous, input) { return .skip }
    previous = input
    return .emit(input)
  }
}

@frozen
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
