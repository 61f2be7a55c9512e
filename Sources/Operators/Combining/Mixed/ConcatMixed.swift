public import StreamCore

// Where only one of two streams can fail, the result has its failure type. The compiler tries these overloads only
// where the plain one does not fit.

/// ``concat(_:)`` where only the first stream can fail.
@_disfavoredOverload
@inlinable
public func concat<Value: Sendable, Failure>(
  _ a: any StreamProtocol<Value, Failure>, _ b: any StreamProtocol<Value, Never>
) -> Signal<Value, Failure> { concat(a, b.promoteFailure()) }

/// ``concat(_:)`` where only the second stream can fail.
@_disfavoredOverload
@inlinable
public func concat<Value: Sendable, Failure>(
  _ a: any StreamProtocol<Value, Never>, _ b: any StreamProtocol<Value, Failure>
) -> Signal<Value, Failure> { concat(a.promoteFailure(), b) }

extension StreamProtocol where Failure == Never {
  /// ``StreamProtocol/concat(_:)`` where only the other stream can fail.
  @_disfavoredOverload
  @inlinable
  public func concat<Thrown: Error>(_ other: any StreamProtocol<Value, Thrown>) -> Signal<Value, Thrown> {
    promoteFailure(to: Thrown.self).concat(other)
  }
}

extension StreamProtocol {
  /// ``StreamProtocol/concat(_:)`` where the other stream cannot fail.
  @_disfavoredOverload
  @inlinable
  public func concat(_ other: any StreamProtocol<Value, Never>) -> Signal<Value, Failure> {
    concat(other.promoteFailure(to: Failure.self))
  }
}

extension StreamProtocol where Failure == Never {
  /// ``StreamProtocol/concat(_:)`` with a signal that can fail, whose type need not be written: `.fail(error)`.
  @_disfavoredOverload
  @inlinable
  public func concat<Thrown: Error>(_ other: Signal<Value, Thrown>) -> Signal<Value, Thrown> {
    promoteFailure(to: Thrown.self).concat(other)
  }
}
