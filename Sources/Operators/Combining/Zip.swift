public import StreamCore

/// Pairs the first values of two streams, then the second values, and so on.
///
///     a          1---2-----3-|
///     b          --x-y-z|
///     zip(a, b)  --p-q-----(r|)     p = (1, x), q = (2, y), r = (3, z)
///
/// Two to four streams of any types give tuples. A closure as the last argument combines the values. For more streams,
/// nest calls. Any number of streams of one type give arrays: ``zip(_:)``.
///
/// Completes as soon as no further pair is possible: when a stream has completed and all its values are used. Fails
/// immediately with the first failure. Keeps the values that have no partner yet, without a bound: limit a fast stream
/// beside a slow one with `take`, `sample` or `throttle`. Delivers where the value arrives that makes a pair complete.
@inlinable
public func zip<A: Sendable, B: Sendable, Failure>(
  _ a: any StreamProtocol<A, Failure>, _ b: any StreamProtocol<B, Failure>
) -> Signal<(A, B), Failure> {
  a.zip(b)
}

/// Combines the n-th values of two streams by a function. See ``zip(_:_:)``.
@inlinable
public func zip<A: Sendable, B: Sendable, Output: Sendable, Failure>(
  _ a: any StreamProtocol<A, Failure>, _ b: any StreamProtocol<B, Failure>,
  _ transform: @escaping @Sendable (A, B) -> Output
) -> Signal<Output, Failure> {
  a.zip(b).map { transform($0, $1) }
}

/// Combines the n-th values of three streams. See ``zip(_:_:)``.
@inlinable
public func zip<A: Sendable, B: Sendable, C: Sendable, Failure>(
  _ a: any StreamProtocol<A, Failure>, _ b: any StreamProtocol<B, Failure>, _ c: any StreamProtocol<C, Failure>
) -> Signal<(A, B, C), Failure> {
  zip(a, b, c) { ($0, $1, $2) }
}

/// Combines the n-th values of three streams by a function. See ``zip(_:_:)``.
@inlinable
public func zip<A: Sendable, B: Sendable, C: Sendable, Output: Sendable, Failure>(
  _ a: any StreamProtocol<A, Failure>, _ b: any StreamProtocol<B, Failure>, _ c: any StreamProtocol<C, Failure>,
  _ transform: @escaping @Sendable (A, B, C) -> Output
) -> Signal<Output, Failure> {
  a.zip(b).zip(c.signal).map { transform($0.0, $0.1, $1) }
}

/// Combines the n-th values of four streams. See ``zip(_:_:)``.
@inlinable
public func zip<A: Sendable, B: Sendable, C: Sendable, D: Sendable, Failure>(
  _ a: any StreamProtocol<A, Failure>, _ b: any StreamProtocol<B, Failure>, _ c: any StreamProtocol<C, Failure>,
  _ d: any StreamProtocol<D, Failure>
) -> Signal<(A, B, C, D), Failure> {
  zip(a, b, c, d) { ($0, $1, $2, $3) }
}

/// Combines the n-th values of four streams by a function. See ``zip(_:_:)``.
@inlinable
public func zip<A: Sendable, B: Sendable, C: Sendable, D: Sendable, Output: Sendable, Failure>(
  _ a: any StreamProtocol<A, Failure>, _ b: any StreamProtocol<B, Failure>, _ c: any StreamProtocol<C, Failure>,
  _ d: any StreamProtocol<D, Failure>,
  _ transform: @escaping @Sendable (A, B, C, D) -> Output
) -> Signal<Output, Failure> {
  zip(a.zip(b), c, d) { transform($0.0, $0.1, $1, $2) }
}
