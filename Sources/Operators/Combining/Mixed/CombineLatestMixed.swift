public import StreamCore

// Where one or two of up to three streams cannot fail, the result fails as the others do. The compiler looks at these
// forms only where the plain one does not fit. Four streams would take fourteen forms more: see "Streams that cannot
// fail" in Docs/Operators.md.

/// ``combineLatest(_:_:)`` where only the first stream can fail.
@_disfavoredOverload
@inlinable
public func combineLatest<A: Sendable, B: Sendable, Failure>(
  _ a: any StreamProtocol<A, Failure>, _ b: any StreamProtocol<B, Never>
) -> Signal<(A, B), Failure> {
  combineLatest(a, b.promoteFailure())
}

/// ``combineLatest(_:_:)`` where only the second stream can fail.
@_disfavoredOverload
@inlinable
public func combineLatest<A: Sendable, B: Sendable, Failure>(
  _ a: any StreamProtocol<A, Never>, _ b: any StreamProtocol<B, Failure>
) -> Signal<(A, B), Failure> {
  combineLatest(a.promoteFailure(), b)
}

/// ``combineLatest(_:_:_:)`` with a closure, where only the first stream can fail.
@_disfavoredOverload
@inlinable
public func combineLatest<A: Sendable, B: Sendable, Output: Sendable, Failure>(
  _ a: any StreamProtocol<A, Failure>, _ b: any StreamProtocol<B, Never>,
  _ transform: @escaping @Sendable (A, B) -> Output
) -> Signal<Output, Failure> {
  combineLatest(a, b.promoteFailure(), transform)
}

/// ``combineLatest(_:_:_:)`` with a closure, where only the second stream can fail.
@_disfavoredOverload
@inlinable
public func combineLatest<A: Sendable, B: Sendable, Output: Sendable, Failure>(
  _ a: any StreamProtocol<A, Never>, _ b: any StreamProtocol<B, Failure>,
  _ transform: @escaping @Sendable (A, B) -> Output
) -> Signal<Output, Failure> {
  combineLatest(a.promoteFailure(), b, transform)
}

/// ``combineLatest(_:_:_:)`` where only the first stream can fail.
@_disfavoredOverload
@inlinable
public func combineLatest<A: Sendable, B: Sendable, C: Sendable, Failure>(
  _ a: any StreamProtocol<A, Failure>, _ b: any StreamProtocol<B, Never>, _ c: any StreamProtocol<C, Never>
) -> Signal<(A, B, C), Failure> {
  combineLatest(a, b.promoteFailure(), c.promoteFailure())
}

/// ``combineLatest(_:_:_:)`` where only the second stream can fail.
@_disfavoredOverload
@inlinable
public func combineLatest<A: Sendable, B: Sendable, C: Sendable, Failure>(
  _ a: any StreamProtocol<A, Never>, _ b: any StreamProtocol<B, Failure>, _ c: any StreamProtocol<C, Never>
) -> Signal<(A, B, C), Failure> {
  combineLatest(a.promoteFailure(), b, c.promoteFailure())
}

/// ``combineLatest(_:_:_:)`` where only the third stream can fail.
@_disfavoredOverload
@inlinable
public func combineLatest<A: Sendable, B: Sendable, C: Sendable, Failure>(
  _ a: any StreamProtocol<A, Never>, _ b: any StreamProtocol<B, Never>, _ c: any StreamProtocol<C, Failure>
) -> Signal<(A, B, C), Failure> {
  combineLatest(a.promoteFailure(), b.promoteFailure(), c)
}

/// ``combineLatest(_:_:_:)`` where only the third stream cannot fail.
@_disfavoredOverload
@inlinable
public func combineLatest<A: Sendable, B: Sendable, C: Sendable, Failure>(
  _ a: any StreamProtocol<A, Failure>, _ b: any StreamProtocol<B, Failure>, _ c: any StreamProtocol<C, Never>
) -> Signal<(A, B, C), Failure> {
  combineLatest(a, b, c.promoteFailure())
}

/// ``combineLatest(_:_:_:)`` where only the second stream cannot fail.
@_disfavoredOverload
@inlinable
public func combineLatest<A: Sendable, B: Sendable, C: Sendable, Failure>(
  _ a: any StreamProtocol<A, Failure>, _ b: any StreamProtocol<B, Never>, _ c: any StreamProtocol<C, Failure>
) -> Signal<(A, B, C), Failure> {
  combineLatest(a, b.promoteFailure(), c)
}

/// ``combineLatest(_:_:_:)`` where only the first stream cannot fail.
@_disfavoredOverload
@inlinable
public func combineLatest<A: Sendable, B: Sendable, C: Sendable, Failure>(
  _ a: any StreamProtocol<A, Never>, _ b: any StreamProtocol<B, Failure>, _ c: any StreamProtocol<C, Failure>
) -> Signal<(A, B, C), Failure> {
  combineLatest(a.promoteFailure(), b, c)
}

/// ``combineLatest(_:_:_:_:)`` with a closure, where only the first stream can fail.
@_disfavoredOverload
@inlinable
public func combineLatest<A: Sendable, B: Sendable, C: Sendable, Output: Sendable, Failure>(
  _ a: any StreamProtocol<A, Failure>, _ b: any StreamProtocol<B, Never>, _ c: any StreamProtocol<C, Never>,
  _ transform: @escaping @Sendable (A, B, C) -> Output
) -> Signal<Output, Failure> {
  combineLatest(a, b.promoteFailure(), c.promoteFailure(), transform)
}

/// ``combineLatest(_:_:_:_:)`` with a closure, where only the second stream can fail.
@_disfavoredOverload
@inlinable
public func combineLatest<A: Sendable, B: Sendable, C: Sendable, Output: Sendable, Failure>(
  _ a: any StreamProtocol<A, Never>, _ b: any StreamProtocol<B, Failure>, _ c: any StreamProtocol<C, Never>,
  _ transform: @escaping @Sendable (A, B, C) -> Output
) -> Signal<Output, Failure> {
  combineLatest(a.promoteFailure(), b, c.promoteFailure(), transform)
}

/// ``combineLatest(_:_:_:_:)`` with a closure, where only the third stream can fail.
@_disfavoredOverload
@inlinable
public func combineLatest<A: Sendable, B: Sendable, C: Sendable, Output: Sendable, Failure>(
  _ a: any StreamProtocol<A, Never>, _ b: any StreamProtocol<B, Never>, _ c: any StreamProtocol<C, Failure>,
  _ transform: @escaping @Sendable (A, B, C) -> Output
) -> Signal<Output, Failure> {
  combineLatest(a.promoteFailure(), b.promoteFailure(), c, transform)
}

/// ``combineLatest(_:_:_:_:)`` with a closure, where only the third stream cannot fail.
@_disfavoredOverload
@inlinable
public func combineLatest<A: Sendable, B: Sendable, C: Sendable, Output: Sendable, Failure>(
  _ a: any StreamProtocol<A, Failure>, _ b: any StreamProtocol<B, Failure>, _ c: any StreamProtocol<C, Never>,
  _ transform: @escaping @Sendable (A, B, C) -> Output
) -> Signal<Output, Failure> {
  combineLatest(a, b, c.promoteFailure(), transform)
}

/// ``combineLatest(_:_:_:_:)`` with a closure, where only the second stream cannot fail.
@_disfavoredOverload
@inlinable
public func combineLatest<A: Sendable, B: Sendable, C: Sendable, Output: Sendable, Failure>(
  _ a: any StreamProtocol<A, Failure>, _ b: any StreamProtocol<B, Never>, _ c: any StreamProtocol<C, Failure>,
  _ transform: @escaping @Sendable (A, B, C) -> Output
) -> Signal<Output, Failure> {
  combineLatest(a, b.promoteFailure(), c, transform)
}

/// ``combineLatest(_:_:_:_:)`` with a closure, where only the first stream cannot fail.
@_disfavoredOverload
@inlinable
public func combineLatest<A: Sendable, B: Sendable, C: Sendable, Output: Sendable, Failure>(
  _ a: any StreamProtocol<A, Never>, _ b: any StreamProtocol<B, Failure>, _ c: any StreamProtocol<C, Failure>,
  _ transform: @escaping @Sendable (A, B, C) -> Output
) -> Signal<Output, Failure> {
  combineLatest(a.promoteFailure(), b, c, transform)
}

extension StreamProtocol where Failure == Never {
  /// ``StreamProtocol/combineLatest(_:)`` where only the other stream can fail.
  @_disfavoredOverload
  @inlinable
  public func combineLatest<Other: Sendable, Thrown: Error>(
    _ other: any StreamProtocol<Other, Thrown>
  ) -> Signal<(Value, Other), Thrown> {
    promoteFailure(to: Thrown.self).combineLatest(other)
  }
}

extension StreamProtocol {
  /// ``StreamProtocol/combineLatest(_:)`` where the other stream cannot fail.
  @_disfavoredOverload
  @inlinable
  public func combineLatest<Other: Sendable>(
    _ other: any StreamProtocol<Other, Never>
  ) -> Signal<(Value, Other), Failure> {
    combineLatest(other.promoteFailure(to: Failure.self))
  }
}
