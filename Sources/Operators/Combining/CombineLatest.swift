public import StreamCore

/// Combines the latest values of two streams, once both have sent, whenever either of them sends.
///
///     a                    1-----2---|
///     b                    --x-y----|
///     combineLatest(a, b)  --p-q-r---|     p = (1, x), q = (1, y), r = (2, y)
///
/// Two to four streams of any types give tuples. A closure as the last argument combines the values:
/// `combineLatest(a, b) { $0 * $1 }`. For more streams, nest calls. Any number of streams of one type give arrays:
/// ``combineLatest(_:)``.
///
/// The streams are subscribed to in order. Completes when all have completed, and fails with the first failure. Keeps
/// the latest value of each. Delivers where the value arrives that completes or changes the combination.
///
/// A stream that is given twice is subscribed to twice, and each of its values arrives twice. Between the two, the
/// result is a glitch: a pair of an old and a new value. A derived property never shows such a pair.
@inlinable
public func combineLatest<A: Sendable, B: Sendable, Failure>(
  _ a: any StreamProtocol<A, Failure>, _ b: any StreamProtocol<B, Failure>
) -> Signal<(A, B), Failure> {
  a.combineLatest(b)
}

/// Combines the latest values of two streams by a function. See ``combineLatest(_:_:)``.
@inlinable
public func combineLatest<A: Sendable, B: Sendable, Output: Sendable, Failure>(
  _ a: any StreamProtocol<A, Failure>, _ b: any StreamProtocol<B, Failure>,
  _ transform: @escaping @Sendable (A, B) -> Output
) -> Signal<Output, Failure> {
  join(a.signal, b.signal, CombiningLatest(transform))
}

/// Combines the latest values of three streams. See ``combineLatest(_:_:)``.
@inlinable
public func combineLatest<A: Sendable, B: Sendable, C: Sendable, Failure>(
  _ a: any StreamProtocol<A, Failure>, _ b: any StreamProtocol<B, Failure>, _ c: any StreamProtocol<C, Failure>
) -> Signal<(A, B, C), Failure> {
  combineLatest(a, b, c) { ($0, $1, $2) }
}

/// Combines the latest values of three streams by a function. See ``combineLatest(_:_:)``.
@inlinable
public func combineLatest<A: Sendable, B: Sendable, C: Sendable, Output: Sendable, Failure>(
  _ a: any StreamProtocol<A, Failure>, _ b: any StreamProtocol<B, Failure>, _ c: any StreamProtocol<C, Failure>,
  _ transform: @escaping @Sendable (A, B, C) -> Output
) -> Signal<Output, Failure> {
  combineLatest(a.combineLatest(b), c) { transform($0.0, $0.1, $1) }
}

/// Combines the latest values of four streams. See ``combineLatest(_:_:)``.
@inlinable
public func combineLatest<A: Sendable, B: Sendable, C: Sendable, D: Sendable, Failure>(
  _ a: any StreamProtocol<A, Failure>, _ b: any StreamProtocol<B, Failure>, _ c: any StreamProtocol<C, Failure>,
  _ d: any StreamProtocol<D, Failure>
) -> Signal<(A, B, C, D), Failure> {
  combineLatest(a, b, c, d) { ($0, $1, $2, $3) }
}

/// Combines the latest values of four streams by a function. See ``combineLatest(_:_:)``.
@inlinable
public func combineLatest<A: Sendable, B: Sendable, C: Sendable, D: Sendable, Output: Sendable, Failure>(
  _ a: any StreamProtocol<A, Failure>, _ b: any StreamProtocol<B, Failure>, _ c: any StreamProtocol<C, Failure>,
  _ d: any StreamProtocol<D, Failure>,
  _ transform: @escaping @Sendable (A, B, C, D) -> Output
) -> Signal<Output, Failure> {
  combineLatest(a.combineLatest(b), c, d) { transform($0.0, $0.1, $1, $2) }
}

extension StreamProtocol {
  /// Combines the latest values of this stream and another one. See ``combineLatest(_:_:)``.
  @inlinable
  public func combineLatest<Other>(_ other: some StreamProtocol<Other, Failure>) -> Signal<(Value, Other), Failure> {
    join(signal, other.signal, CombiningLatest { ($0, $1) })
  }
}
