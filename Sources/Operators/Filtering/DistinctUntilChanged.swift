public import StreamCore

extension StreamProtocol where Value: Equatable {
  /// Emits a value only when it differs from the one before it.
  ///
  ///     source                  a--a--b--b--a--|
  ///     distinctUntilChanged()  a-----b-----a--|
  ///
  /// The first value always passes. Keeps one value. Delivers where the source delivers; ends and fails with the
  /// source.
  @inlinable
  public func distinctUntilChanged() -> Signal<Value, Failure> {
    apply(RemovingRepeats { $0 == $1 })
  }
}

extension StreamProtocol {
  /// Emits a value only when a predicate calls it different from the last one emitted.
  ///
  ///     source                                     1--2--5--6--1--|
  ///     distinctUntilChanged { abs($0 - $1) < 2 }  1-----5-----1--|
  ///
  /// The predicate gets the last value emitted and the new one, and says whether they are the same. The first value
  /// always passes. Keeps one value. Delivers where the source delivers; ends and fails with the source.
  @inlinable
  public func distinctUntilChanged(
    by areEquivalent: @escaping @Sendable (Value, Value) -> Bool
  ) -> Signal<Value, Failure> {
    apply(RemovingRepeats(areEquivalent))
  }
}

extension LazyStream where Element: Equatable {
  /// The same of elements that are pulled: each is computed when it is read, and once.
  @inlinable
  public func distinctUntilChanged() -> LazyStream {
    apply(RemovingRepeats { $0 == $1 })
  }
}

extension LazyStream {
  /// The same of elements that are pulled: each is computed when it is read, and once.
  @inlinable
  public func distinctUntilChanged(by areEquivalent: @escaping @Sendable (Element, Element) -> Bool) -> LazyStream {
    apply(RemovingRepeats(areEquivalent))
  }
}

/// Not a ``StatefulRule``, which takes one call more for each value.
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
