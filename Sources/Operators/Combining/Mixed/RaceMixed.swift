public import StreamCore

// Where only one of two streams can fail, the result has its failure type. The compiler tries these overloads only
// where the plain one does not fit.

/// ``race(_:)`` where only the first stream can fail.
@_disfavoredOverload
@inlinable
public func race<Value: Sendable, Failure>(
  _ a: any StreamProtocol<Value, Failure>, _ b: any StreamProtocol<Value, Never>
) -> Signal<Value, Failure> { race(a, b.promoteFailure()) }

/// ``race(_:)`` where only the second stream can fail.
@_disfavoredOverload
@inlinable
public func race<Value: Sendable, Failure>(
  _ a: any StreamProtocol<Value, Never>, _ b: any StreamProtocol<Value, Failure>
) -> Signal<Value, Failure> { race(a.promoteFailure(), b) }
