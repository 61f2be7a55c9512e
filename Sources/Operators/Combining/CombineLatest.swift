public import StreamCore

/// The latest values of two streams, as soon as both have sent, and again whenever one of them sends.
///
///     a                    1-----2---|
///     b                    --x-y----|
///     combineLatest(a, b)  --p-q-r---|     p = (1, x), q = (1, y), r = (2, y)
///
/// With a closure as the last argument the result is what that makes of the values: `combineLatest(a, b) { $0 * $1 }`.
/// Up to six streams have a tuple of their own types; any number of streams of one type give arrays:
/// ``combineLatest(_:)``.
///
/// The streams are subscribed to in order. Completes when all have completed, and fails with the first failure. Keeps
/// the latest value of each. Delivers where the value arrives that makes the difference. A stream that is given twice
/// is subscribed to twice, and its value arrives once for each: for a moment old and new are seen together; a derived
/// property never shows such a pair.
@inlinable
public func combineLatest<A: Sendable, B: Sendable, Failure>(
  _ a: any StreamProtocol<A, Failure>, _ b: any StreamProtocol<B, Failure>
) -> Signal<(A, B), Failure> {
  a.combineLatest(b)
}

/// The results of a function of the latest values.
@inlinable
public func combineLatest<A: Sendable, B: Sendable, Output: Sendable, Failure>(
  _ a: any StreamProtocol<A, Failure>, _ b: any StreamProtocol<B, Failure>,
  _ transform: @escaping @Sendable (A, B) -> Output
) -> Signal<Output, Failure> {
  join(
    a.signal, b.signal, unused(), unused(), unused(), unused(),
    CombiningLatest(2, (), (), (), ()) { a, b, _, _, _, _ in transform(a, b) })
}

/// The latest values of three streams. See ``combineLatest(_:_:)``.
@inlinable
public func combineLatest<A: Sendable, B: Sendable, C: Sendable, Failure>(
  _ a: any StreamProtocol<A, Failure>, _ b: any StreamProtocol<B, Failure>, _ c: any StreamProtocol<C, Failure>
) -> Signal<(A, B, C), Failure> {
  combineLatest(a, b, c) { ($0, $1, $2) }
}

/// The results of a function of the latest values of three streams.
@inlinable
public func combineLatest<A: Sendable, B: Sendable, C: Sendable, Output: Sendable, Failure>(
  _ a: any StreamProtocol<A, Failure>, _ b: any StreamProtocol<B, Failure>, _ c: any StreamProtocol<C, Failure>,
  _ transform: @escaping @Sendable (A, B, C) -> Output
) -> Signal<Output, Failure> {
  join(
    a.signal, b.signal, c.signal, unused(), unused(), unused(),
    CombiningLatest(3, nil, (), (), ()) { a, b, c, _, _, _ in transform(a, b, c) })
}

/// The latest values of four streams. See ``combineLatest(_:_:)``.
@inlinable
public func combineLatest<A: Sendable, B: Sendable, C: Sendable, D: Sendable, Failure>(
  _ a: any StreamProtocol<A, Failure>, _ b: any StreamProtocol<B, Failure>, _ c: any StreamProtocol<C, Failure>,
  _ d: any StreamProtocol<D, Failure>
) -> Signal<(A, B, C, D), Failure> {
  combineLatest(a, b, c, d) { ($0, $1, $2, $3) }
}

/// The results of a function of the latest values of four streams.
@inlinable
public func combineLatest<A: Sendable, B: Sendable, C: Sendable, D: Sendable, Output: Sendable, Failure>(
  _ a: any StreamProtocol<A, Failure>, _ b: any StreamProtocol<B, Failure>, _ c: any StreamProtocol<C, Failure>,
  _ d: any StreamProtocol<D, Failure>,
  _ transform: @escaping @Sendable (A, B, C, D) -> Output
) -> Signal<Output, Failure> {
  join(
    a.signal, b.signal, c.signal, d.signal, unused(), unused(),
    CombiningLatest(4, nil, nil, (), ()) { a, b, c, d, _, _ in transform(a, b, c, d) })
}

/// The latest values of five streams. See ``combineLatest(_:_:)``.
@inlinable
public func combineLatest<A: Sendable, B: Sendable, C: Sendable, D: Sendable, E: Sendable, Failure>(
  _ a: any StreamProtocol<A, Failure>, _ b: any StreamProtocol<B, Failure>, _ c: any StreamProtocol<C, Failure>,
  _ d: any StreamProtocol<D, Failure>, _ e: any StreamProtocol<E, Failure>
) -> Signal<(A, B, C, D, E), Failure> {
  combineLatest(a, b, c, d, e) { ($0, $1, $2, $3, $4) }
}

/// The results of a function of the latest values of five streams.
@inlinable
public func combineLatest<A: Sendable, B: Sendable, C: Sendable, D: Sendable, E: Sendable, Output: Sendable, Failure>(
  _ a: any StreamProtocol<A, Failure>, _ b: any StreamProtocol<B, Failure>, _ c: any StreamProtocol<C, Failure>,
  _ d: any StreamProtocol<D, Failure>, _ e: any StreamProtocol<E, Failure>,
  _ transform: @escaping @Sendable (A, B, C, D, E) -> Output
) -> Signal<Output, Failure> {
  join(
    a.signal, b.signal, c.signal, d.signal, e.signal, unused(),
    CombiningLatest(5, nil, nil, nil, ()) { a, b, c, d, e, _ in transform(a, b, c, d, e) })
}

/// The latest values of six streams. See ``combineLatest(_:_:)``.
@inlinable
public func combineLatest<A: Sendable, B: Sendable, C: Sendable, D: Sendable, E: Sendable, F: Sendable, Failure>(
  _ a: any StreamProtocol<A, Failure>, _ b: any StreamProtocol<B, Failure>, _ c: any StreamProtocol<C, Failure>,
  _ d: any StreamProtocol<D, Failure>, _ e: any StreamProtocol<E, Failure>, _ f: any StreamProtocol<F, Failure>
) -> Signal<(A, B, C, D, E, F), Failure> {
  combineLatest(a, b, c, d, e, f) { ($0, $1, $2, $3, $4, $5) }
}

/// The results of a function of the latest values of six streams.
@inlinable
public func combineLatest<
  A: Sendable, B: Sendable, C: Sendable, D: Sendable, E: Sendable, F: Sendable, Output: Sendable, Failure
>(
  _ a: any StreamProtocol<A, Failure>, _ b: any StreamProtocol<B, Failure>, _ c: any StreamProtocol<C, Failure>,
  _ d: any StreamProtocol<D, Failure>, _ e: any StreamProtocol<E, Failure>, _ f: any StreamProtocol<F, Failure>,
  _ transform: @escaping @Sendable (A, B, C, D, E, F) -> Output
) -> Signal<Output, Failure> {
  join(
    a.signal, b.signal, c.signal, d.signal, e.signal, f.signal,
    CombiningLatest(6, nil, nil, nil, nil, transform))
}

extension StreamProtocol {
  /// The latest values of this stream and of another. See ``combineLatest(_:_:)``.
  @inlinable
  public func combineLatest<Other>(_ other: some StreamProtocol<Other, Failure>) -> Signal<(Value, Other), Failure> {
    join(
      signal, other.signal, unused(), unused(), unused(), unused(),
      CombiningLatest(2, (), (), (), ()) { a, b, _, _, _, _ in (a, b) })
  }
}
