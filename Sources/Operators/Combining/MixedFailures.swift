public import StreamCore

// Overloads that match calls which cannot be combined, and are unavailable, with the reason. A pack of streams also
// accepts a closure, and would hide the mistakes in it, so calls of two streams have overloads without a pack.

/// The failure of operators over streams whose failure types differ, which are unavailable.
///
/// The compiler's message names this type where another failure is expected. ``StreamProtocol/promoteFailure(to:)``
/// makes the failure types equal.
public enum MixedFailures: Error {}

/// ``merge(_:)`` of streams whose failure types differ.
@available(*, unavailable, message: "Failure types must be equal: write 'promoteFailure()' where a stream cannot fail.")
public func merge<Value, A: Error, B: Error, each Rest: Error>(
  _ a: any StreamProtocol<Value, A>, _ b: any StreamProtocol<Value, B>,
  _ rest: repeat any StreamProtocol<Value, each Rest>
) -> Signal<Value, MixedFailures> { fatalError() }

/// ``concat(_:)`` of streams whose failure types differ.
@available(*, unavailable, message: "Failure types must be equal: write 'promoteFailure()' where a stream cannot fail.")
public func concat<Value, A: Error, B: Error, each Rest: Error>(
  _ a: any StreamProtocol<Value, A>, _ b: any StreamProtocol<Value, B>,
  _ rest: repeat any StreamProtocol<Value, each Rest>
) -> Signal<Value, MixedFailures> { fatalError() }

/// ``race(_:)`` of streams whose failure types differ.
@available(*, unavailable, message: "Failure types must be equal: write 'promoteFailure()' where a stream cannot fail.")
public func race<Value, A: Error, B: Error, each Rest: Error>(
  _ a: any StreamProtocol<Value, A>, _ b: any StreamProtocol<Value, B>,
  _ rest: repeat any StreamProtocol<Value, each Rest>
) -> Signal<Value, MixedFailures> { fatalError() }

/// ``combineLatest(_:_:)`` of two streams whose failure types differ.
@available(*, unavailable, message: "Failure types must be equal: write 'promoteFailure()' where a stream cannot fail.")
public func combineLatest<A, B, FailureOfA: Error, FailureOfB: Error>(
  _ a: any StreamProtocol<A, FailureOfA>, _ b: any StreamProtocol<B, FailureOfB>
) -> Signal<(A, B), MixedFailures> { fatalError() }

/// ``combineLatest(_:_:)`` with a closure, of two streams whose failure types differ.
@available(*, unavailable, message: "Failure types must be equal: write 'promoteFailure()' where a stream cannot fail.")
public func combineLatest<A, B, Output, FailureOfA: Error, FailureOfB: Error>(
  _ a: any StreamProtocol<A, FailureOfA>, _ b: any StreamProtocol<B, FailureOfB>,
  _ transform: @escaping @Sendable (A, B) -> Output
) -> Signal<Output, MixedFailures> { fatalError() }

/// ``combineLatest(_:_:_:)`` of three or more streams whose failure types differ.
@_disfavoredOverload
@available(*, unavailable, message: "Failure types must be equal: write 'promoteFailure()' where a stream cannot fail.")
public func combineLatest<
  A, B, C, each D, FailureOfA: Error, FailureOfB: Error, FailureOfC: Error, each FailureOfD: Error
>(
  _ a: any StreamProtocol<A, FailureOfA>, _ b: any StreamProtocol<B, FailureOfB>,
  _ c: any StreamProtocol<C, FailureOfC>, _ d: repeat any StreamProtocol<each D, each FailureOfD>
) -> Signal<(A, B, C, repeat each D), MixedFailures> { fatalError() }

/// ``combineLatest(_:_:_:)`` with a closure, of three or more streams whose failure types differ.
@_disfavoredOverload
@available(*, unavailable, message: "Failure types must be equal: write 'promoteFailure()' where a stream cannot fail.")
public func combineLatest<
  A, B, C, each D, Output, FailureOfA: Error, FailureOfB: Error, FailureOfC: Error, each FailureOfD: Error
>(
  _ a: any StreamProtocol<A, FailureOfA>, _ b: any StreamProtocol<B, FailureOfB>,
  _ c: any StreamProtocol<C, FailureOfC>, _ d: repeat any StreamProtocol<each D, each FailureOfD>,
  transform: @escaping @Sendable (A, B, C, repeat each D) -> Output
) -> Signal<Output, MixedFailures> { fatalError() }

/// ``combineLatest(_:_:_:_:)`` of five or more streams.
@available(*, unavailable, message: "combineLatest takes up to four streams. Pass an array, or nest the calls.")
public func combineLatest<A, B, C, D, E, each F, Failure>(
  _ a: any StreamProtocol<A, Failure>, _ b: any StreamProtocol<B, Failure>, _ c: any StreamProtocol<C, Failure>,
  _ d: any StreamProtocol<D, Failure>, _ e: any StreamProtocol<E, Failure>,
  _ f: repeat any StreamProtocol<each F, Failure>
) -> Signal<(A, B, C, D, E, repeat each F), Failure> { fatalError() }

/// ``combineLatest(_:_:_:_:)`` with a closure, of five or more streams.
@available(*, unavailable, message: "combineLatest takes up to four streams. Pass an array, or nest the calls.")
public func combineLatest<A, B, C, D, E, each F, Output, Failure>(
  _ a: any StreamProtocol<A, Failure>, _ b: any StreamProtocol<B, Failure>, _ c: any StreamProtocol<C, Failure>,
  _ d: any StreamProtocol<D, Failure>, _ e: any StreamProtocol<E, Failure>,
  _ f: repeat any StreamProtocol<each F, Failure>,
  transform: @escaping @Sendable (A, B, C, D, E, repeat each F) -> Output
) -> Signal<Output, Failure> { fatalError() }

/// ``zip(_:_:)`` of two streams whose failure types differ.
@available(*, unavailable, message: "Failure types must be equal: write 'promoteFailure()' where a stream cannot fail.")
public func zip<A, B, FailureOfA: Error, FailureOfB: Error>(
  _ a: any StreamProtocol<A, FailureOfA>, _ b: any StreamProtocol<B, FailureOfB>
) -> Signal<(A, B), MixedFailures> { fatalError() }

/// ``zip(_:_:)`` with a closure, of two streams whose failure types differ.
@available(*, unavailable, message: "Failure types must be equal: write 'promoteFailure()' where a stream cannot fail.")
public func zip<A, B, Output, FailureOfA: Error, FailureOfB: Error>(
  _ a: any StreamProtocol<A, FailureOfA>, _ b: any StreamProtocol<B, FailureOfB>,
  _ transform: @escaping @Sendable (A, B) -> Output
) -> Signal<Output, MixedFailures> { fatalError() }

/// ``zip(_:_:_:)`` of three or more streams whose failure types differ.
@_disfavoredOverload
@available(*, unavailable, message: "Failure types must be equal: write 'promoteFailure()' where a stream cannot fail.")
public func zip<A, B, C, each D, FailureOfA: Error, FailureOfB: Error, FailureOfC: Error, each FailureOfD: Error>(
  _ a: any StreamProtocol<A, FailureOfA>, _ b: any StreamProtocol<B, FailureOfB>,
  _ c: any StreamProtocol<C, FailureOfC>, _ d: repeat any StreamProtocol<each D, each FailureOfD>
) -> Signal<(A, B, C, repeat each D), MixedFailures> { fatalError() }

/// ``zip(_:_:_:)`` with a closure, of three or more streams whose failure types differ.
@_disfavoredOverload
@available(*, unavailable, message: "Failure types must be equal: write 'promoteFailure()' where a stream cannot fail.")
public func zip<
  A, B, C, each D, Output, FailureOfA: Error, FailureOfB: Error, FailureOfC: Error, each FailureOfD: Error
>(
  _ a: any StreamProtocol<A, FailureOfA>, _ b: any StreamProtocol<B, FailureOfB>,
  _ c: any StreamProtocol<C, FailureOfC>, _ d: repeat any StreamProtocol<each D, each FailureOfD>,
  transform: @escaping @Sendable (A, B, C, repeat each D) -> Output
) -> Signal<Output, MixedFailures> { fatalError() }

/// ``zip(_:_:_:_:)`` of five or more streams.
@available(*, unavailable, message: "zip takes up to four streams. Pass an array, or nest the calls.")
public func zip<A, B, C, D, E, each F, Failure>(
  _ a: any StreamProtocol<A, Failure>, _ b: any StreamProtocol<B, Failure>, _ c: any StreamProtocol<C, Failure>,
  _ d: any StreamProtocol<D, Failure>, _ e: any StreamProtocol<E, Failure>,
  _ f: repeat any StreamProtocol<each F, Failure>
) -> Signal<(A, B, C, D, E, repeat each F), Failure> { fatalError() }

/// ``zip(_:_:_:_:)`` with a closure, of five or more streams.
@available(*, unavailable, message: "zip takes up to four streams. Pass an array, or nest the calls.")
public func zip<A, B, C, D, E, each F, Output, Failure>(
  _ a: any StreamProtocol<A, Failure>, _ b: any StreamProtocol<B, Failure>, _ c: any StreamProtocol<C, Failure>,
  _ d: any StreamProtocol<D, Failure>, _ e: any StreamProtocol<E, Failure>,
  _ f: repeat any StreamProtocol<each F, Failure>,
  transform: @escaping @Sendable (A, B, C, D, E, repeat each F) -> Output
) -> Signal<Output, Failure> { fatalError() }
