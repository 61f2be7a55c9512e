public import StreamCore

/// Merges the values of several streams, in the order of their arrival.
///
///     a       1---2---|
///     b       --3---4-----|
///     merge   1-3-2-4-----|
///
/// Completes when all streams have completed, and fails with the first failure. If a stream fails while the streams are
/// being subscribed to, the later ones are not subscribed to. An empty list completes immediately. Delivery is
/// serialized: values that arrive at the same time from several threads are queued, without a bound. To bound the queue
/// of a fast stream, merge `stream.deliver(on:buffering:)`.
@inlinable
public func merge<Value: Sendable, Failure: Error>(
  _ streams: any StreamProtocol<Value, Failure>...
) -> Signal<Value, Failure> {
  merge(streams.map { $0.signal })
}

/// Merges the values of a collection of streams. See ``merge(_:)-(StreamProtocol...)``.
///
/// The collection is read once, when this function is called.
@inlinable
public func merge<Value: Sendable, Failure: Error>(
  _ streams: some Sequence<some StreamProtocol<Value, Failure>>
) -> Signal<Value, Failure> {
  let streams = streams.map { $0.signal }
  return Signal(attaching: { sink, subscription in
    let joint = Joint<Merging<Value>, Failure>(Merging(), sink, subscription)
    // Keeps the joint open until all streams are attached, and completes it if there are none.
    let list = joint.open()
    for stream in streams {
      guard subscription.isActive else { return }
      @inline(__always) @Sendable func receive(_ value: Value) { joint.receive(.next(value)) }
      joint.attach(stream, sending: receive)
    }
    joint.complete(list)
  })
}

extension StreamProtocol {
  /// Merges the values of this stream and another one. See ``merge(_:)-(StreamProtocol...)``.
  @inlinable
  public func merge(_ other: some StreamProtocol<Value, Failure>) -> Signal<Value, Failure> { merge(other.signal) }

  /// Merges with a signal whose type the compiler infers: `.just(0)`, `.fail(error)`, `.never`.
  @inlinable
  public func merge(_ other: Signal<Value, Failure>) -> Signal<Value, Failure> { Operators.merge([signal, other]) }
}
