public import StreamCore

// Where one of two streams cannot fail, the result fails as the other does. These forms change the failure type and call the operator
// of the same name; the compiler looks at them only where that one does not fit. For three streams and more the
// combinations would be too many for the compiler to be quick and clear about: there, and for the methods `combineLatest` and `zip`,
// ``StreamProtocol/promoteFailure(to:)`` does it by hand.

/// ``merge(_:_:)`` where the first stream cannot fail.
@_disfavoredOverload
@inlinable
public func merge<Value, Failure: Error>(
  _ a: some StreamProtocol<Value, Never>,
  _ b: some StreamProtocol<Value, Failure>
) -> Signal<Value, Failure> {
  merge(a.promoteFailure(to: Failure.self), b)
}

/// ``merge(_:_:)`` where the second stream cannot fail.
@_disfavoredOverload
@inlinable
public func merge<Value, Failure: Error>(
  _ a: some StreamProtocol<Value, Failure>,
  _ b: some StreamProtocol<Value, Never>
) -> Signal<Value, Failure> {
  merge(a, b.promoteFailure(to: Failure.self))
}

/// ``concat(_:_:)`` where the first stream cannot fail.
@_disfavoredOverload
@inlinable
public func concat<Value, Failure: Error>(
  _ a: some StreamProtocol<Value, Never>,
  _ b: some StreamProtocol<Value, Failure>
) -> Signal<Value, Failure> {
  concat(a.promoteFailure(to: Failure.self), b)
}

/// ``concat(_:_:)`` where the second stream cannot fail.
@_disfavoredOverload
@inlinable
public func concat<Value, Failure: Error>(
  _ a: some StreamProtocol<Value, Failure>,
  _ b: some StreamProtocol<Value, Never>
) -> Signal<Value, Failure> {
  concat(a, b.promoteFailure(to: Failure.self))
}

/// ``combineLatest(_:_:)`` where the first stream cannot fail.
@_disfavoredOverload
@inlinable
public func combineLatest<A, B, Failure: Error>(
  _ a: some StreamProtocol<A, Never>,
  _ b: some StreamProtocol<B, Failure>
) -> Signal<(A, B), Failure> {
  combineLatest(a.promoteFailure(to: Failure.self), b)
}

/// ``combineLatest(_:_:_:)`` where the first stream cannot fail.
@_disfavoredOverload
@inlinable
public func combineLatest<A, B, Output: Sendable, Failure: Error>(
  _ a: some StreamProtocol<A, Never>,
  _ b: some StreamProtocol<B, Failure>,
  _ transform: @escaping @Sendable (A, B) -> Output
) -> Signal<Output, Failure> {
  combineLatest(a.promoteFailure(to: Failure.self), b, transform)
}

/// ``combineLatest(_:_:)`` where the second stream cannot fail.
@_disfavoredOverload
@inlinable
public func combineLatest<A, B, Failure: Error>(
  _ a: some StreamProtocol<A, Failure>,
  _ b: some StreamProtocol<B, Never>
) -> Signal<(A, B), Failure> {
  combineLatest(a, b.promoteFailure(to: Failure.self))
}

/// ``combineLatest(_:_:_:)`` where the second stream cannot fail.
@_disfavoredOverload
@inlinable
public func combineLatest<A, B, Output: Sendable, Failure: Error>(
  _ a: some StreamProtocol<A, Failure>,
  _ b: some StreamProtocol<B, Never>,
  _ transform: @escaping @Sendable (A, B) -> Output
) -> Signal<Output, Failure> {
  combineLatest(a, b.promoteFailure(to: Failure.self), transform)
}

/// ``zip(_:_:)`` where the first stream cannot fail.
@_disfavoredOverload
@inlinable
public func zip<A, B, Failure: Error>(
  _ a: some StreamProtocol<A, Never>,
  _ b: some StreamProtocol<B, Failure>
) -> Signal<(A, B), Failure> {
  zip(a.promoteFailure(to: Failure.self), b)
}

/// ``zip(_:_:_:)`` where the first stream cannot fail.
@_disfavoredOverload
@inlinable
public func zip<A, B, Output: Sendable, Failure: Error>(
  _ a: some StreamProtocol<A, Never>,
  _ b: some StreamProtocol<B, Failure>,
  _ transform: @escaping @Sendable (A, B) -> Output
) -> Signal<Output, Failure> {
  zip(a.promoteFailure(to: Failure.self), b, transform)
}

/// ``zip(_:_:)`` where the second stream cannot fail.
@_disfavoredOverload
@inlinable
public func zip<A, B, Failure: Error>(
  _ a: some StreamProtocol<A, Failure>,
  _ b: some StreamProtocol<B, Never>
) -> Signal<(A, B), Failure> {
  zip(a, b.promoteFailure(to: Failure.self))
}

/// ``zip(_:_:_:)`` where the second stream cannot fail.
@_disfavoredOverload
@inlinable
public func zip<A, B, Output: Sendable, Failure: Error>(
  _ a: some StreamProtocol<A, Failure>,
  _ b: some StreamProtocol<B, Never>,
  _ transform: @escaping @Sendable (A, B) -> Output
) -> Signal<Output, Failure> {
  zip(a, b.promoteFailure(to: Failure.self), transform)
}

extension StreamProtocol where Failure == Never {
  /// ``StreamProtocol/merge(_:)`` where only the other stream can fail.
  @_disfavoredOverload
  @inlinable
  public func merge<Thrown: Error>(
    _ other: some StreamProtocol<Value, Thrown>
  ) -> Signal<Value, Thrown> {
    promoteFailure(to: Thrown.self).merge(other)
  }

  /// ``StreamProtocol/concat(_:)`` where only the other stream can fail.
  @_disfavoredOverload
  @inlinable
  public func concat<Thrown: Error>(
    _ other: some StreamProtocol<Value, Thrown>
  ) -> Signal<Value, Thrown> {
    promoteFailure(to: Thrown.self).concat(other)
  }

  /// ``StreamProtocol/withLatest(from:)`` where only the other stream can fail.
  @_disfavoredOverload
  @inlinable
  public func withLatest<Other, Thrown: Error>(
    from other: some StreamProtocol<Other, Thrown>
  ) -> Signal<(Value, Other), Thrown> {
    promoteFailure(to: Thrown.self).withLatest(from: other)
  }

  /// ``StreamProtocol/withLatest(from:_:)`` where only the other stream can fail.
  @_disfavoredOverload
  @inlinable
  public func withLatest<Other, Output: Sendable, Thrown: Error>(
    from other: some StreamProtocol<Other, Thrown>, _ transform: @escaping @Sendable (Value, Other) -> Output
  ) -> Signal<Output, Thrown> {
    promoteFailure(to: Thrown.self).withLatest(from: other, transform)
  }

  /// ``StreamProtocol/take(untilReplacement:)`` where only the other stream can fail.
  @_disfavoredOverload
  @inlinable
  public func take<Thrown: Error>(
    untilReplacement other: some StreamProtocol<Value, Thrown>
  ) -> Signal<Value, Thrown> {
    promoteFailure(to: Thrown.self).take(untilReplacement: other)
  }
}

extension StreamProtocol {
  /// ``StreamProtocol/merge(_:)`` where the other stream cannot fail.
  @_disfavoredOverload
  @inlinable
  public func merge(
    _ other: some StreamProtocol<Value, Never>
  ) -> Signal<Value, Failure> {
    merge(other.promoteFailure(to: Failure.self))
  }

  /// ``StreamProtocol/concat(_:)`` where the other stream cannot fail.
  @_disfavoredOverload
  @inlinable
  public func concat(
    _ other: some StreamProtocol<Value, Never>
  ) -> Signal<Value, Failure> {
    concat(other.promoteFailure(to: Failure.self))
  }

  /// ``StreamProtocol/take(untilReplacement:)`` where the other stream cannot fail.
  @_disfavoredOverload
  @inlinable
  public func take(
    untilReplacement other: some StreamProtocol<Value, Never>
  ) -> Signal<Value, Failure> {
    take(untilReplacement: other.promoteFailure(to: Failure.self))
  }
}
