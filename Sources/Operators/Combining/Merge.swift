public import StreamCore

/// Merges the values of several streams, in the order of their arrival.
///
///     a       1---2---|
///     b       --3---4-----|
///     merge   1-3-2-4-----|
///
/// Completes when all streams have completed. The first failure is passed on, and the remaining streams are not
/// subscribed to. An empty list completes immediately.
///
/// Delivery is serialized: values that arrive at the same time from several threads are queued. The queue is unbounded
/// unless a policy bounds it. Keeps only queued values.
///
/// ```swift
/// merge(microphone, line, buffering: .newest(100, counting: drops))
/// ```
///
/// A value that arrives at a full queue is dropped, or combined with a queued one. Under `.suspending` it suspends or
/// blocks its sender: see ``BufferPolicy``. Ends are always queued. With a policy each value costs ten times as much.
@inlinable
public func merge<Value: Sendable, Failure: Error>(
  _ streams: any StreamProtocol<Value, Failure>..., buffering policy: BufferPolicy<Value> = .unbounded
) -> Signal<Value, Failure> {
  merge(streams.map { $0.signal }, buffering: policy)
}

/// Merges the values of a collection of streams. See ``merge(_:buffering:)-(StreamProtocol...,_)``.
///
/// The collection is read once, when this function is called.
@inlinable
public func merge<Value: Sendable, Failure: Error>(
  _ streams: some Sequence<some StreamProtocol<Value, Failure>>, buffering policy: BufferPolicy<Value> = .unbounded
) -> Signal<Value, Failure> {
  merging(streams) { BoundedGate(merging: policy) }
}

/// Merges the values of several streams, and fails when too many values are queued.
///
/// A value that arrives when `limit` values are queued disposes all streams. The queued values are still delivered,
/// then the failure. All else is as in ``merge(_:buffering:)-(StreamProtocol...,_)``. A limit below 1 traps.
@inlinable
public func merge<Value: Sendable, Failure: Error>(
  _ streams: any StreamProtocol<Value, Failure>..., limit: Int, failure: Failure
) -> Signal<Value, Failure> {
  let policy = BufferPolicy<Value>.oldest(limit)
  return merging(streams.map { $0.signal }) { BoundedGate(merging: policy, overflow: failure) }
}

@inlinable
func merging<Value: Sendable, Failure: Error>(
  _ streams: some Sequence<some StreamProtocol<Value, Failure>>,
  _ boundedGate: @escaping @Sendable () -> BoundedGate<Merging<Value>.Input, Failure>?
) -> Signal<Value, Failure> {
  let streams = streams.map { $0.signal }
  return Signal(attaching: { sink, subscription in
    let joint = Joint<Merging<Value>, Failure>(Merging(), sink, subscription, boundedGate: boundedGate())
    for stream in streams {
      guard subscription.isActive else { return }
      joint.note(.started)
      @inline(__always) @Sendable func receive(_ value: Value) { joint.receive(.value(value)) }
      joint.attach(stream, to: joint.open(), sending: receive, completed: .ended)
    }
    joint.note(.ended)
  })
}

extension StreamProtocol {
  /// Merges the values of this stream and another one. See ``merge(_:buffering:)-(StreamProtocol...,_)``.
  @inlinable
  public func merge(_ other: some StreamProtocol<Value, Failure>) -> Signal<Value, Failure> { merge(other.signal) }

  /// Merges with a signal whose type the compiler infers: `.just(0)`, `.fail(error)`, `.never`.
  @inlinable
  public func merge(_ other: Signal<Value, Failure>) -> Signal<Value, Failure> { Operators.merge([signal, other]) }
}
