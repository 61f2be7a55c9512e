public import StreamCore

// Where only one of two streams can fail, the result has its failure type. The compiler tries these overloads only
// where the plain one does not fit.

/// ``combineLatest(_:_:)`` where only the first stream can fail.
@_disfavoredOverload
@inlinable
public func combineLatest<A: Sendable, B: Sendable, Failure>(
  _ a: any StreamProtocol<A, Failure>, _ b: any StreamProtocol<B, Never>
) -> Signal<(A, B), Failure> { combineLatest(a, b.promoteFailure()) }

/// ``combineLatest(_:_:_:)`` with a closure, where only the first stream can fail.
@_disfavoredOverload
@inlinable
public func combineLatest<A: Sendable, B: Sendable, Output: Sendable, Failure>(
  _ a: any StreamProtocol<A, Failure>, _ b: any StreamProtocol<B, Never>,
  _ transform: @escaping @Sendable (A, B) -> Output
) -> Signal<Output, Failure> { combineLatest(a, b.promoteFailure(), transform) }

/// ``combineLatest(_:_:)`` where only the second stream can fail.
@_disfavoredOverload
@inlinable
public func combineLatest<A: Sendable, B: Sendable, Failure>(
  _ a: any StreamProtocol<A, Never>, _ b: any StreamProtocol<B, Failure>
) -> Signal<(A, B), Failure> { combineLatest(a.promoteFailure(), b) }

/// ``combineLatest(_:_:_:)`` with a closure, where only the second stream can fail.
@_disfavoredOverload
@inlinable
public func combineLatest<A: Sendable, B: Sendable, Output: Sendable, Failure>(
  _ a: any StreamProtocol<A, Never>, _ b: any StreamProtocol<B, Failure>,
  _ transform: @escaping @Sendable (A, B) -> Output
) -> Signal<Output, Failure> { combineLatest(a.promoteFailure(), b, transform) }

extension StreamProtocol where Failure == Never {
  /// ``StreamProtocol/combineLatest(_:)`` where only the other stream can fail.
  @_disfavoredOverload
  @inlinable
  public func combineLatest<Other: Sendable, Thrown: Error>(
    _ other: any StreamProtocol<Other, Thrown>
  ) -> Signal<(Value, Other), Thrown> { promoteFailure(to: Thrown.self).combineLatest(other) }
}

extension StreamProtocol {
  /// ``StreamProtocol/combineLatest(_:)`` where the other stream cannot fail.
  @_disfavoredOverload
  @inlinable
  public func combineLatest<Other: Sendable>(
    _ other: any StreamProtocol<Other, Never>
  ) -> Signal<(Value, Other), Failure> { combineLatest(other.promoteFailure(to: Failure.self)) }
}
