public import StreamCore

// Where one or two of up to three streams cannot fail, the result fails as the others do. The compiler looks at these
// forms only where the plain one does not fit. Four streams would take fourteen forms more: see "Streams that cannot
// fail" in Docs/Operators.md.

/// ``zip(_:_:)`` where only the first stream can fail.
@_disfavoredOverload
@inlinable
public func zip<A: Sendable, B: Sendable, Failure>(
  _ a: any StreamProtocol<A, Failure>, _ b: any StreamProtocol<B, Never>
) -> Signal<(A, B), Failure> {
  zip(a, b.promoteFailure())
}

/// ``zip(_:_:)`` where only the second stream can fail.
@_disfavoredOverload
@inlinable
public func zip<A: Sendable, B: Sendable, Failure>(
  _ a: any StreamProtocol<A, Never>, _ b: any StreamProtocol<B, Failure>
) -> Signal<(A, B), Failure> {
  zip(a.promoteFailure(), b)
}

/// ``zip(_:_:_:)`` with a closure, where only the first stream can fail.
@_disfavoredOverload
@inlinable
public func zip<A: Sendable, B: Sendable, Output: Sendable, Failure>(
  _ a: any StreamProtocol<A, Failure>, _ b: any StreamProtocol<B, Never>,
  _ transform: @escaping @Sendable (A, B) -> Output
) -> Signal<Output, Failure> {
  zip(a, b.promoteFailure(), transform)
}

/// ``zip(_:_:_:)`` with a closure, where only the second stream can fail.
@_disfavoredOverload
@inlinable
public func zip<A: Sendable, B: Sendable, Output: Sendable, Failure>(
  _ a: any StreamProtocol<A, Never>, _ b: any StreamProtocol<B, Failure>,
  _ transform: @escaping @Sendable (A, B) -> Output
) -> Signal<Output, Failure> {
  zip(a.promoteFailure(), b, transform)
}

/// ``zip(_:_:_:)`` where only the first stream can fail.
@_disfavoredOverload
@inlinable
public func zip<A: Sendable, B: Sendable, C: Sendable, Failure>(
  _ a: any StreamProtocol<A, Failure>, _ b: any StreamProtocol<B, Never>, _ c: any StreamProtocol<C, Never>
) -> Signal<(A, B, C), Failure> {
  zip(a, b.promoteFailure(), c.promoteFailure())
}

/// ``zip(_:_:_:)`` where only the second stream can fail.
@_disfavoredOverload
@inlinable
public func zip<A: Sendable, B: Sendable, C: Sendable, Failure>(
  _ a: any StreamProtocol<A, Never>, _ b: any StreamProtocol<B, Failure>, _ c: any StreamProtocol<C, Never>
) -> Signal<(A, B, C), Failure> {
  zip(a.promoteFailure(), b, c.promoteFailure())
}

/// ``zip(_:_:_:)`` where only the third stream can fail.
@_disfavoredOverload
@inlinable
public func zip<A: Sendable, B: Sendable, C: Sendable, Failure>(
  _ a: any StreamProtocol<A, Never>, _ b: any StreamProtocol<B, Never>, _ c: any StreamProtocol<C, Failure>
) -> Signal<(A, B, C), Failure> {
  zip(a.promoteFailure(), b.promoteFailure(), c)
}

/// ``zip(_:_:_:)`` where only the third stream cannot fail.
@_disfavoredOverload
@inlinable
public func zip<A: Sendable, B: Sendable, C: Sendable, Failure>(
  _ a: any StreamProtocol<A, Failure>, _ b: any StreamProtocol<B, Failure>, _ c: any StreamProtocol<C, Never>
) -> Signal<(A, B, C), Failure> {
  zip(a, b, c.promoteFailure())
}

/// ``zip(_:_:_:)`` where only the second stream cannot fail.
@_disfavoredOverload
@inlinable
public func zip<A: Sendable, B: Sendable, C: Sendable, Failure>(
  _ a: any StreamProtocol<A, Failure>, _ b: any StreamProtocol<B, Never>, _ c: any StreamProtocol<C, Failure>
) -> Signal<(A, B, C), Failure> {
  zip(a, b.promoteFailure(), c)
}

/// ``zip(_:_:_:)`` where only the first stream cannot fail.
@_disfavoredOverload
@inlinable
public func zip<A: Sendable, B: Sendable, C: Sendable, Failure>(
  _ a: any StreamProtocol<A, Never>, _ b: any StreamProtocol<B, Failure>, _ c: any StreamProtocol<C, Failure>
) -> Signal<(A, B, C), Failure> {
  zip(a.promoteFailure(), b, c)
}

/// ``zip(_:_:_:_:)`` with a closure, where only the first stream can fail.
@_disfavoredOverload
@inlinable
public func zip<A: Sendable, B: Sendable, C: Sendable, Output: Sendable, Failure>(
  _ a: any StreamProtocol<A, Failure>, _ b: any StreamProtocol<B, Never>, _ c: any StreamProtocol<C, Never>,
  _ transform: @escaping @Sendable (A, B, C) -> Output
) -> Signal<Output, Failure> {
  zip(a, b.promoteFailure(), c.promoteFailure(), transform)
}

/// ``zip(_:_:_:_:)`` with a closure, where only the second stream can fail.
@_disfavoredOverload
@inlinable
public func zip<A: Sendable, B: Sendable, C: Sendable, Output: Sendable, Failure>(
  _ a: any StreamProtocol<A, Never>, _ b: any StreamProtocol<B, Failure>, _ c: any StreamProtocol<C, Never>,
  _ transform: @escaping @Sendable (A, B, C) -> Output
) -> Signal<Output, Failure> {
  zip(a.promoteFailure(), b, c.promoteFailure(), transform)
}

/// ``zip(_:_:_:_:)`` with a closure, where only the third stream can fail.
@_disfavoredOverload
@inlinable
public func zip<A: Sendable, B: Sendable, C: Sendable, Output: Sendable, Failure>(
  _ a: any StreamProtocol<A, Never>, _ b: any StreamProtocol<B, Never>, _ c: any StreamProtocol<C, Failure>,
  _ transform: @escaping @Sendable (A, B, C) -> Output
) -> Signal<Output, Failure> {
  zip(a.promoteFailure(), b.promoteFailure(), c, transform)
}

/// ``zip(_:_:_:_:)`` with a closure, where only the third stream cannot fail.
@_disfavoredOverload
@inlinable
public func zip<A: Sendable, B: Sendable, C: Sendable, Output: Sendable, Failure>(
  _ a: any StreamProtocol<A, Failure>, _ b: any StreamProtocol<B, Failure>, _ c: any StreamProtocol<C, Never>,
  _ transform: @escaping @Sendable (A, B, C) -> Output
) -> Signal<Output, Failure> {
  zip(a, b, c.promoteFailure(), transform)
}

/// ``zip(_:_:_:_:)`` with a closure, where only the second stream cannot fail.
@_disfavoredOverload
@inlinable
public func zip<A: Sendable, B: Sendable, C: Sendable, Output: Sendable, Failure>(
  _ a: any StreamProtocol<A, Failure>, _ b: any StreamProtocol<B, Never>, _ c: any StreamProtocol<C, Failure>,
  _ transform: @escaping @Sendable (A, B, C) -> Output
) -> Signal<Output, Failure> {
  zip(a, b.promoteFailure(), c, transform)
}

/// ``zip(_:_:_:_:)`` with a closure, where only the first stream cannot fail.
@_disfavoredOverload
@inlinable
public func zip<A: Sendable, B: Sendable, C: Sendable, Output: Sendable, Failure>(
  _ a: any StreamProtocol<A, Never>, _ b: any StreamProtocol<B, Failure>, _ c: any StreamProtocol<C, Failure>,
  _ transform: @escaping @Sendable (A, B, C) -> Output
) -> Signal<Output, Failure> {
  zip(a.promoteFailure(), b, c, transform)
}

extension StreamProtocol where Failure == Never {
  /// ``StreamProtocol/zip(_:)`` where only the other stream can fail.
  @_disfavoredOverload
  @inlinable
  public func zip<Other: Sendable, Thrown: Error>(
    _ other: any StreamProtocol<Other, Thrown>
  ) -> Signal<(Value, Other), Thrown> {
    promoteFailure(to: Thrown.self).zip(other)
  }
}

extension StreamProtocol {
  /// ``StreamProtocol/zip(_:)`` where the other stream cannot fail.
  @_disfavoredOverload
  @inlinable
  public func zip<Other: Sendable>(_ other: any StreamProtocol<Other, Never>) -> Signal<(Value, Other), Failure> {
    zip(other.promoteFailure(to: Failure.self))
  }
}
