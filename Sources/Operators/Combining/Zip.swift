public import StreamCore

/// The first values of two streams together, then the second ones, and so on.
///
///     a          1---2-----3-|
///     b          --x-y-z|
///     zip(a, b)  --p-q-----(r|)     p = (1, x), q = (2, y), r = (3, z)
///
/// With a closure as the last argument the result is what that makes of the values. Up to six streams have a tuple of
/// their own types; any number of streams of one type give arrays: ``zip(_:)``.
///
/// Completes as soon as nothing more can be put together: when a stream has completed and all its values are used up.
/// Fails with the first failure, at once. Keeps the values that wait for their partners, without a bound: a fast stream
/// beside a slow one needs one of its own (`take`, `sample`, `throttle`). Delivers where the value arrives that makes
/// the others whole.
@inlinable
public func zip<A: Sendable, B: Sendable, Failure>(
  _ a: any StreamProtocol<A, Failure>, _ b: any StreamProtocol<B, Failure>
) -> Signal<(A, B), Failure> {
  a.zip(b)
}

/// The results of a function of the values.
@inlinable
public func zip<A: Sendable, B: Sendable, Output: Sendable, Failure>(
  _ a: any StreamProtocol<A, Failure>, _ b: any StreamProtocol<B, Failure>,
  _ transform: @escaping @Sendable (A, B) -> Output
) -> Signal<Output, Failure> {
  a.zip(b).map { transform($0, $1) }
}

/// The n-th values of three streams together. See ``zip(_:_:)``.
@inlinable
public func zip<A: Sendable, B: Sendable, C: Sendable, Failure>(
  _ a: any StreamProtocol<A, Failure>, _ b: any StreamProtocol<B, Failure>, _ c: any StreamProtocol<C, Failure>
) -> Signal<(A, B, C), Failure> {
  zip(a, b, c) { ($0, $1, $2) }
}

/// The results of a function of the n-th values of three streams.
@inlinable
public func zip<A: Sendable, B: Sendable, C: Sendable, Output: Sendable, Failure>(
  _ a: any StreamProtocol<A, Failure>, _ b: any StreamProtocol<B, Failure>, _ c: any StreamProtocol<C, Failure>,
  _ transform: @escaping @Sendable (A, B, C) -> Output
) -> Signal<Output, Failure> {
  join(
    a.signal, b.signal, c.signal, unused(), unused(), unused(),
    Zipping(3, nil, (), (), ()) { a, b, c, _, _, _ in transform(a, b, c) })
}

/// The n-th values of four streams together. See ``zip(_:_:)``.
@inlinable
public func zip<A: Sendable, B: Sendable, C: Sendable, D: Sendable, Failure>(
  _ a: any StreamProtocol<A, Failure>, _ b: any StreamProtocol<B, Failure>, _ c: any StreamProtocol<C, Failure>,
  _ d: any StreamProtocol<D, Failure>
) -> Signal<(A, B, C, D), Failure> {
  zip(a, b, c, d) { ($0, $1, $2, $3) }
}

/// The results of a function of the n-th values of four streams.
@inlinable
public func zip<A: Sendable, B: Sendable, C: Sendable, D: Sendable, Output: Sendable, Failure>(
  _ a: any StreamProtocol<A, Failure>, _ b: any StreamProtocol<B, Failure>, _ c: any StreamProtocol<C, Failure>,
  _ d: any StreamProtocol<D, Failure>,
  _ transform: @escaping @Sendable (A, B, C, D) -> Output
) -> Signal<Output, Failure> {
  join(
    a.signal, b.signal, c.signal, d.signal, unused(), unused(),
    Zipping(4, nil, nil, (), ()) { a, b, c, d, _, _ in transform(a, b, c, d) })
}

/// The n-th values of five streams together. See ``zip(_:_:)``.
@inlinable
public func zip<A: Sendable, B: Sendable, C: Sendable, D: Sendable, E: Sendable, Failure>(
  _ a: any StreamProtocol<A, Failure>, _ b: any StreamProtocol<B, Failure>, _ c: any StreamProtocol<C, Failure>,
  _ d: any StreamProtocol<D, Failure>, _ e: any StreamProtocol<E, Failure>
) -> Signal<(A, B, C, D, E), Failure> {
  zip(a, b, c, d, e) { ($0, $1, $2, $3, $4) }
}

/// The results of a function of the n-th values of five streams.
@inlinable
public func zip<A: Sendable, B: Sendable, C: Sendable, D: Sendable, E: Sendable, Output: Sendable, Failure>(
  _ a: any StreamProtocol<A, Failure>, _ b: any StreamProtocol<B, Failure>, _ c: any StreamProtocol<C, Failure>,
  _ d: any StreamProtocol<D, Failure>, _ e: any StreamProtocol<E, Failure>,
  _ transform: @escaping @Sendable (A, B, C, D, E) -> Output
) -> Signal<Output, Failure> {
  join(
    a.signal, b.signal, c.signal, d.signal, e.signal, unused(),
    Zipping(5, nil, nil, nil, ()) { a, b, c, d, e, _ in transform(a, b, c, d, e) })
}

/// The n-th values of six streams together. See ``zip(_:_:)``.
@inlinable
public func zip<A: Sendable, B: Sendable, C: Sendable, D: Sendable, E: Sendable, F: Sendable, Failure>(
  _ a: any StreamProtocol<A, Failure>, _ b: any StreamProtocol<B, Failure>, _ c: any StreamProtocol<C, Failure>,
  _ d: any StreamProtocol<D, Failure>, _ e: any StreamProtocol<E, Failure>, _ f: any StreamProtocol<F, Failure>
) -> Signal<(A, B, C, D, E, F), Failure> {
  zip(a, b, c, d, e, f) { ($0, $1, $2, $3, $4, $5) }
}

/// The results of a function of the n-th values of six streams.
@inlinable
public func zip<
  A: Sendable, B: Sendable, C: Sendable, D: Sendable, E: Sendable, F: Sendable, Output: Sendable, Failure
>(
  _ a: any StreamProtocol<A, Failure>, _ b: any StreamProtocol<B, Failure>, _ c: any StreamProtocol<C, Failure>,
  _ d: any StreamProtocol<D, Failure>, _ e: any StreamProtocol<E, Failure>, _ f: any StreamProtocol<F, Failure>,
  _ transform: @escaping @Sendable (A, B, C, D, E, F) -> Output
) -> Signal<Output, Failure> {
  join(
    a.signal, b.signal, c.signal, d.signal, e.signal, f.signal,
    Zipping(6, nil, nil, nil, nil, transform))
}
