public import StreamCore

// Where only one of two streams can fail, the result has its failure type. The compiler tries these overloads only
// where the plain one does not fit.

/// ``merge(_:)`` where only the first stream can fail.
@_disfavoredOverload
@inlinable
public func merge<Value: Sendable, Failure>(
  _ a: any StreamProtocol<Value, Failure>, _ b: any StreamProtocol<Value, Never>
) -> Signal<Value, Failure> { merge(a, b.promoteFailure()) }

/// ``merge(_:)`` where only the second stream can fail.
@_disfavoredOverload
@inlinable
public func merge<Value: Sendable, Failure>(
  _ a: any StreamProtocol<Value, Never>, _ b: any StreamProtocol<Value, Failure>
) -> Signal<Value, Failure> { merge(a.promoteFailure(), b) }

extension StreamProtocol where Failure == Never {
  /// ``StreamProtocol/merge(_:)`` where only the other stream can fail.
  @_disfavoredOverload
  @inlinable
  public func merge<Thrown: Error>(_ other: any StreamProtocol<Value, Thrown>) -> Signal<Value, Thrown> {
    promoteFailure(to: Thrown.self).merge(other)
  }
}

extension StreamProtocol {
  /// ``StreamProtocol/merge(_:)`` where the other stream cannot fail.
  @_disfavoredOverload
  @inlinable
  public func merge(_ other: any StreamProtocol<Value, Never>) -> Signal<Value, Failure> {
    merge(other.promoteFailure(to: Failure.self))
  }
}

extension StreamProtocol where Failure == Never {
  /// ``StreamProtocol/merge(_:)`` with a signal that can fail, whose type the compiler infers: `.fail(error)`.
  @_disfavoredOverload
  @inlinable
  public func merge<Thrown: Error>(_ other: Signal<Value, Thrown>) -> Signal<Value, Thrown> {
    promoteFailure(to: Thrown.self).merge(other)
  }
}
