public import StreamCore

// Where one or two of up to three streams cannot fail, the result fails as the others do. The compiler looks at these
// forms only where the plain one does not fit. Four streams would take fourteen forms more: see "Streams that cannot
// fail" in Docs/Operators.md.

/// ``race(_:)`` where only the first stream can fail.
@_disfavoredOverload
@inlinable
public func race<Value: Sendable, Failure>(
  _ a: any StreamProtocol<Value, Failure>, _ b: any StreamProtocol<Value, Never>
) -> Signal<Value, Failure> {
  race(a, b.promoteFailure())
}

/// ``race(_:)`` where only the second stream can fail.
@_disfavoredOverload
@inlinable
public func race<Value: Sendable, Failure>(
  _ a: any StreamProtocol<Value, Never>, _ b: any StreamProtocol<Value, Failure>
) -> Signal<Value, Failure> {
  race(a.promoteFailure(), b)
}

/// ``race(_:)`` where only the first stream can fail.
@_disfavoredOverload
@inlinable
public func race<Value: Sendable, Failure>(
  _ a: any StreamProtocol<Value, Failure>, _ b: any StreamProtocol<Value, Never>,
  _ c: any StreamProtocol<Value, Never>
) -> Signal<Value, Failure> {
  race(a, b.promoteFailure(), c.promoteFailure())
}

/// ``race(_:)`` where only the second stream can fail.
@_disfavoredOverload
@inlinable
public func race<Value: Sendable, Failure>(
  _ a: any StreamProtocol<Value, Never>, _ b: any StreamProtocol<Value, Failure>,
  _ c: any StreamProtocol<Value, Never>
) -> Signal<Value, Failure> {
  race(a.promoteFailure(), b, c.promoteFailure())
}

/// ``race(_:)`` where only the third stream can fail.
@_disfavoredOverload
@inlinable
public func race<Value: Sendable, Failure>(
  _ a: any StreamProtocol<Value, Never>, _ b: any StreamProtocol<Value, Never>,
  _ c: any StreamProtocol<Value, Failure>
) -> Signal<Value, Failure> {
  race(a.promoteFailure(), b.promoteFailure(), c)
}

/// ``race(_:)`` where only the third stream cannot fail.
@_disfavoredOverload
@inlinable
public func race<Value: Sendable, Failure>(
  _ a: any StreamProtocol<Value, Failure>, _ b: any StreamProtocol<Value, Failure>,
  _ c: any StreamProtocol<Value, Never>
) -> Signal<Value, Failure> {
  race(a, b, c.promoteFailure())
}

/// ``race(_:)`` where only the second stream cannot fail.
@_disfavoredOverload
@inlinable
public func race<Value: Sendable, Failure>(
  _ a: any StreamProtocol<Value, Failure>, _ b: any StreamProtocol<Value, Never>,
  _ c: any StreamProtocol<Value, Failure>
) -> Signal<Value, Failure> {
  race(a, b.promoteFailure(), c)
}

/// ``race(_:)`` where only the first stream cannot fail.
@_disfavoredOverload
@inlinable
public func race<Value: Sendable, Failure>(
  _ a: any StreamProtocol<Value, Never>, _ b: any StreamProtocol<Value, Failure>,
  _ c: any StreamProtocol<Value, Failure>
) -> Signal<Value, Failure> {
  race(a.promoteFailure(), b, c)
}
