public import StreamCore

// Three streams can be mixed in six ways and six in sixty-two, each of which would be a form for the compiler to try.
// These few stand for all of them, and are refused with the reason. A form of any number would take closures for
// streams, and hide the mistakes in them.

/// The failure of what cannot be called: more than two streams whose failures differ. The compiler's message names it
/// where another failure is expected; ``StreamProtocol/promoteFailure(to:)`` makes failures alike.
public enum MixedFailures: Error {}

/// ``merge(_:)`` of more than two streams whose failures differ.
@available(*, unavailable, message: "More than two streams fail alike: write 'promoteFailure()' where one cannot fail.")
public func merge<Value, A: Error, B: Error, C: Error, each Rest: Error>(
  _ a: any StreamProtocol<Value, A>, _ b: any StreamProtocol<Value, B>, _ c: any StreamProtocol<Value, C>,
  _ rest: repeat any StreamProtocol<Value, each Rest>
) -> Signal<Value, MixedFailures> { fatalError() }

/// ``concat(_:)`` of more than two streams whose failures differ.
@available(*, unavailable, message: "More than two streams fail alike: write 'promoteFailure()' where one cannot fail.")
public func concat<Value, A: Error, B: Error, C: Error, each Rest: Error>(
  _ a: any StreamProtocol<Value, A>, _ b: any StreamProtocol<Value, B>, _ c: any StreamProtocol<Value, C>,
  _ rest: repeat any StreamProtocol<Value, each Rest>
) -> Signal<Value, MixedFailures> { fatalError() }

/// ``race(_:)`` of more than two streams whose failures differ.
@available(*, unavailable, message: "More than two streams fail alike: write 'promoteFailure()' where one cannot fail.")
public func race<Value, A: Error, B: Error, C: Error, each Rest: Error>(
  _ a: any StreamProtocol<Value, A>, _ b: any StreamProtocol<Value, B>, _ c: any StreamProtocol<Value, C>,
  _ rest: repeat any StreamProtocol<Value, each Rest>
) -> Signal<Value, MixedFailures> { fatalError() }

/// ``combineLatest(_:_:_:)`` of three streams whose failures differ.
@available(*, unavailable, message: "More than two streams fail alike: write 'promoteFailure()' where one cannot fail.")
public func combineLatest<A, B, C, FailureOfA: Error, FailureOfB: Error, FailureOfC: Error>(
  _ a: any StreamProtocol<A, FailureOfA>, _ b: any StreamProtocol<B, FailureOfB>,
  _ c: any StreamProtocol<C, FailureOfC>
) -> Signal<(A, B, C), MixedFailures> { fatalError() }

/// ``combineLatest(_:_:_:)`` with a closure, of three streams whose failures differ.
@available(*, unavailable, message: "More than two streams fail alike: write 'promoteFailure()' where one cannot fail.")
public func combineLatest<A, B, C, Output, FailureOfA: Error, FailureOfB: Error, FailureOfC: Error>(
  _ a: any StreamProtocol<A, FailureOfA>, _ b: any StreamProtocol<B, FailureOfB>,
  _ c: any StreamProtocol<C, FailureOfC>, _ transform: @escaping @Sendable (A, B, C) -> Output
) -> Signal<Output, MixedFailures> { fatalError() }

/// ``zip(_:_:_:)`` of three streams whose failures differ.
@available(*, unavailable, message: "More than two streams fail alike: write 'promoteFailure()' where one cannot fail.")
public func zip<A, B, C, FailureOfA: Error, FailureOfB: Error, FailureOfC: Error>(
  _ a: any StreamProtocol<A, FailureOfA>, _ b: any StreamProtocol<B, FailureOfB>,
  _ c: any StreamProtocol<C, FailureOfC>
) -> Signal<(A, B, C), MixedFailures> { fatalError() }

/// ``zip(_:_:_:)`` with a closure, of three streams whose failures differ.
@available(*, unavailable, message: "More than two streams fail alike: write 'promoteFailure()' where one cannot fail.")
public func zip<A, B, C, Output, FailureOfA: Error, FailureOfB: Error, FailureOfC: Error>(
  _ a: any StreamProtocol<A, FailureOfA>, _ b: any StreamProtocol<B, FailureOfB>,
  _ c: any StreamProtocol<C, FailureOfC>, _ transform: @escaping @Sendable (A, B, C) -> Output
) -> Signal<Output, MixedFailures> { fatalError() }
