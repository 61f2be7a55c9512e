public import StreamCore

/// The values of several streams, as they come.
///
///     a       1---2---|
///     b       --3---4-----|
///     merge   1-3-2-4-----|
///
/// Completes when all have; fails with the first failure of any, and then subscribes to none of those that come after
/// it. Without any stream, it completes immediately. Values that arrive at the same time from several threads are
/// queued, without a bound, and delivered one after another. To bound what a fast stream may queue, merge
/// `stream.deliver(on:buffering:)`.
@inlinable
public func merge<Value: Sendable, Failure: Error>(
  _ streams: any StreamProtocol<Value, Failure>...
) -> Signal<Value, Failure> {
  merge(streams.map { $0.signal })
}

/// The values of a collection of streams, as they come. See ``merge(_:)-(StreamProtocol...)``.
///
/// The collection is read once, when this is called.
@inlinable
public func merge<Value: Sendable, Failure: Error>(
  _ streams: some Sequence<some StreamProtocol<Value, Failure>>
) -> Signal<Value, Failure> {
  let streams = streams.map { $0.signal }
  return Signal(attaching: { sink, subscription in
    let joint = Joint<Merging<Value>, Failure>(Merging(), sink, subscription)
    for stream in streams {
      guard subscription.isActive else { return }
      joint.receive(.started)
      @inline(__always) @Sendable func receive(_ value: Value) { joint.receive(.value(value)) }
      joint.attach(stream, to: joint.open(), sending: receive, completed: .ended)
    }
    joint.receive(.ended)
  })
}

extension StreamProtocol {
  /// The values of this stream and of another, as they come. See ``merge(_:)-(StreamProtocol...)``.
  @inlinable
  public func merge(_ other: some StreamProtocol<Value, Failure>) -> Signal<Value, Failure> { merge(other.signal) }

  /// The same with a signal, whose type need not be written then: `.just(0)`, `.fail(error)`, `.never`.
  @inlinable
  public func merge(_ other: Signal<Value, Failure>) -> Signal<Value, Failure> { Operators.merge([signal, other]) }
}
