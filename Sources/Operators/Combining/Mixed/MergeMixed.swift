public import StreamCore

// Where one or two of up to three streams cannot fail, the result fails as the others do. The compiler looks at these
// forms only where the plain one does not fit. Four streams would take fourteen forms more: see "Streams that cannot
// fail" in Docs/Operators.md.

/// ``merge(_:buffering:)`` where only the first stream can fail.
@_disfavoredOverload
@inlinable
public func merge<Value: Sendable, Failure>(
  _ a: any StreamProtocol<Value, Failure>, _ b: any StreamProtocol<Value, Never>
) -> Signal<Value, Failure> {
  merge(a, b.promoteFailure())
}

/// ``merge(_:buffering:)`` where only the second stream can fail.
@_disfavoredOverload
@inlinable
public func merge<Value: Sendable, Failure>(
  _ a: any StreamProtocol<Value, Never>, _ b: any StreamProtocol<Value, Failure>
) -> Signal<Value, Failure> {
  merge(a.promoteFailure(), b)
}

/// ``merge(_:buffering:)`` where only the first stream can fail.
@_disfavoredOverload
@inlinable
public func merge<Value: Sendable, Failure>(
  _ a: any StreamProtocol<Value, Failure>, _ b: any StreamProtocol<Value, Never>,
  _ c: any StreamProtocol<Value, Never>
) -> Signal<Value, Failure> {
  merge(a, b.promoteFailure(), c.promoteFailure())
}

/// ``merge(_:buffering:)`` where only the second stream can fail.
@_disfavoredOverload
@inlinable
public func merge<Value: Sendable, Failure>(
  _ a: any StreamProtocol<Value, Never>, _ b: any StreamProtocol<Value, Failure>,
  _ c: any StreamProtocol<Value, Never>
) -> Signal<Value, Failure> {
  merge(a.promoteFailure(), b, c.promoteFailure())
}

/// ``merge(_:buffering:)`` where only the third stream can fail.
@_disfavoredOverload
@inlinable
public func merge<Value: Sendable, Failure>(
  _ a: any StreamProtocol<Value, Never>, _ b: any StreamProtocol<Value, Never>,
  _ c: any StreamProtocol<Value, Failure>
) -> Signal<Value, Failure> {
  merge(a.promoteFailure(), b.promoteFailure(), c)
}

/// ``merge(_:buffering:)`` where only the third stream cannot fail.
@_disfavoredOverload
@inlinable
public func merge<Value: Sendable, Failure>(
  _ a: any StreamProtocol<Value, Failure>, _ b: any StreamProtocol<Value, Failure>,
  _ c: any StreamProtocol<Value, Never>
) -> Signal<Value, Failure> {
  merge(a, b, c.promoteFailure())
}

/// ``merge(_:buffering:)`` where only the second stream cannot fail.
@_disfavoredOverload
@inlinable
public func merge<Value: Sendable, Failure>(
  _ a: any StreamProtocol<Value, Failure>, _ b: any StreamProtocol<Value, Never>,
  _ c: any StreamProtocol<Value, Failure>
) -> Signal<Value, Failure> {
  merge(a, b.promoteFailure(), c)
}

/// ``merge(_:buffering:)`` where only the first stream cannot fail.
@_disfavoredOverload
@inlinable
public func merge<Value: Sendable, Failure>(
  _ a: any StreamProtocol<Value, Never>, _ b: any StreamProtocol<Value, Failure>,
  _ c: any StreamProtocol<Value, Failure>
) -> Signal<Value, Failure> {
  merge(a.promoteFailure(), b, c)
}

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
