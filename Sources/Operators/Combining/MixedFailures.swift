public import StreamCore

// Six streams have sixty-two mixes of failing and not failing, and each mix would be one more overload for the compiler
// to try. These few overloads match all mixes and are unavailable, with the reason. One overload for any number would
// also accept closures in place of streams, and hide the mistakes in them.

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

/// ``combineLatest(_:_:_:)`` of three streams whose failure types differ.
@available(*, unavailable, message: "Failure types must be equal: write 'promoteFailure()' where a stream cannot fail.")
public func combineLatest<A, B, C, FailureOfA: Error, FailureOfB: Error, FailureOfC: Error>(
  _ a: any StreamProtocol<A, FailureOfA>, _ b: any StreamProtocol<B, FailureOfB>,
  _ c: any StreamProtocol<C, FailureOfC>
) -> Signal<(A, B, C), MixedFailures> { fatalError() }

/// ``combineLatest(_:_:_:)`` with a closure, of three streams whose failure types differ.
@available(*, unavailable, message: "Failure types must be equal: write 'promoteFailure()' where a stream cannot fail.")
public func combineLatest<A, B, C, Output, FailureOfA: Error, FailureOfB: Error, FailureOfC: Error>(
  _ a: any StreamProtocol<A, FailureOfA>, _ b: any StreamProtocol<B, FailureOfB>,
  _ c: any StreamProtocol<C, FailureOfC>, _ transform: @escaping @Sendable (A, B, C) -> Output
) -> Signal<Output, MixedFailures> { fatalError() }

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

/// ``zip(_:_:_:)`` of three streams whose failure types differ.
@available(*, unavailable, message: "Failure types must be equal: write 'promoteFailure()' where a stream cannot fail.")
public func zip<A, B, C, FailureOfA: Error, FailureOfB: Error, FailureOfC: Error>(
  _ a: any StreamProtocol<A, FailureOfA>, _ b: any StreamProtocol<B, FailureOfB>,
  _ c: any StreamProtocol<C, FailureOfC>
) -> Signal<(A, B, C), MixedFailures> { fatalError() }

/// ``zip(_:_:_:)`` with a closure, of three streams whose failure types differ.
@available(*, unavailable, message: "Failure types must be equal: write 'promoteFailure()' where a stream cannot fail.")
public func zip<A, B, C, Output, FailureOfA: Error, FailureOfB: Error, FailureOfC: Error>(
  _ a: any StreamProtocol<A, FailureOfA>, _ b: any StreamProtocol<B, FailureOfB>,
  _ c: any StreamProtocol<C, FailureOfC>, _ transform: @escaping @Sendable (A, B, C) -> Output
) -> Signal<Output, MixedFailures> { fatalError() }
