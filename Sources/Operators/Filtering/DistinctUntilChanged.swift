public import StreamCore

extension StreamProtocol where Value: Equatable {
  /// Drops values that equal the previous one.
  ///
  ///     source                  a--a--b--b--a--|
  ///     distinctUntilChanged()  a-----b-----a--|
  ///
  /// The first value always passes. Keeps one value. Delivers where the source delivers; completes and fails with the
  /// source.
  @inlinable
  public func distinctUntilChanged() -> Signal<Value, Failure> {
    apply(RemovingRepeats { $0 == $1 })
  }
}

extension StreamProtocol {
  /// Drops values that a predicate declares equivalent to the last emitted one.
  ///
  ///     source                                     1--2--5--6--1--|
  ///     distinctUntilChanged { abs($0 - $1) < 2 }  1-----5-----1--|
  ///
  /// The predicate receives the last emitted value and the new one, and returns whether they are equivalent. The first
  /// value always passes. Keeps one value. Delivers where the source delivers; completes and fails with the source.
  @inlinable
  public func distinctUntilChanged(
    by areEquivalent: @escaping @Sendable (Value, Value) -> Bool
  ) -> Signal<Value, Failure> {
    apply(RemovingRepeats(areEquivalent))
  }
}

extension LazyStream where Element: Equatable {
  /// Applies the operator lazily: each element is computed once, when it is read.
  @inlinable
  public func distinctUntilChanged() -> LazyStream {
    apply(RemovingRepeats { $0 == $1 })
  }
}

extension LazyStream {
  /// Applies the operator lazily: each element is computed once, when it is read.
  @inlinable
  public func distinctUntilChanged(by areEquivalent: @escaping @Sendable (Element, Element) -> Bool) -> LazyStream {
    apply(RemovingRepeats(areEquivalent))
  }
}

/// Not a ``StatefulRule``, because that takes one more call for each value.
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
