public import StreamCore

/// Combines the n-th values of seven streams or more.
///
/// The tuple has the types of all streams. A value costs about ten times as much as with up to six streams: where speed
/// counts, nest calls of up to six. All else is as in ``zip(_:_:)``.
public func zip<
  A: Sendable, B: Sendable, C: Sendable, D: Sendable, E: Sendable, F: Sendable, G: Sendable, each Rest: Sendable,
  Failure
>(
  _ a: any StreamProtocol<A, Failure>, _ b: any StreamProtocol<B, Failure>, _ c: any StreamProtocol<C, Failure>,
  _ d: any StreamProtocol<D, Failure>, _ e: any StreamProtocol<E, Failure>, _ f: any StreamProtocol<F, Failure>,
  _ g: any StreamProtocol<G, Failure>, _ rest: repeat any StreamProtocol<each Rest, Failure>
) -> Signal<(A, B, C, D, E, F, G, repeat each Rest), Failure> {
  together(a, b, c, d, e, f, g, repeat each rest) { zip($0) }
}
