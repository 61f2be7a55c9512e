public import StreamCore

/// The values of several streams, as they come.
///
///     a       1---2---|
///     b       --3---4-----|
///     merge   1-3-2-4-----|
///
/// Completes when all have; fails with the first failure of any, and then subscribes to none of those that come after
/// it. No streams at all complete at once. Keeps nothing but what waits: values that arrive at the same time from
/// several threads are delivered one after another, and until then wait without a bound, or under a policy:
///
/// ```swift
/// merge(microphone, line, buffering: .newest(100, counting: drops))
/// ```
///
/// A value that finds no room is dropped, combined with one that waits, or, under `.suspending`, holds up the thread
/// that sends it: see ``BufferPolicy``. Ends always find room. A value costs ten times as much then.
@inlinable
public func merge<Value: Sendable, Failure: Error>(
  _ streams: any StreamProtocol<Value, Failure>..., buffering policy: BufferPolicy<Value> = .unbounded
) -> Signal<Value, Failure> {
  merge(streams.map { $0.signal }, buffering: policy)
}

/// The values of a collection of streams, as they come. See ``merge(_:buffering:)-(StreamProtocol...,_)``.
///
/// The collection is read once, when this is called.
@inlinable
public func merge<Value: Sendable, Failure: Error>(
  _ streams: some Sequence<some StreamProtocol<Value, Failure>>, buffering policy: BufferPolicy<Value> = .unbounded
) -> Signal<Value, Failure> {
  merging(streams) { BoundedGate(merging: policy) }
}

/// The values of several streams, as they come, and a failure when too many wait while one is delivered.
///
/// A value that finds `limit` others waiting disposes all streams; those are still delivered, and then the failure.
/// All else is as in ``merge(_:buffering:)-(StreamProtocol...,_)``. A limit below 1 traps.
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
  /// The values of this stream and of another, as they come. See ``merge(_:buffering:)-(StreamProtocol...,_)``.
  @inlinable
  public func merge(_ other: some StreamProtocol<Value, Failure>) -> Signal<Value, Failure> { merge(other.signal) }

  /// The same with a signal, whose type need not be written then: `.just(0)`, `.fail(error)`, `.never`.
  @inlinable
  public func merge(_ other: Signal<Value, Failure>) -> Signal<Value, Failure> { Operators.merge([signal, other]) }
}
