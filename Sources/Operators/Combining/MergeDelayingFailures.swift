public import StreamCore

/// Merges streams, and sends a failure only when all of them have ended.
///
///     a                           1---#
///     b                           --2---3-|
///     mergeDelayingFailures(a, b) 1-2---3-#
///
/// The first failure is sent when the last stream has ended; later ones are dropped. Without a failure it completes as
/// ``merge(_:)-(StreamProtocol...)``. Keeps one failure. Delivers where the streams do, serially. Others call this
/// `mergeDelayError`.
public func mergeDelayingFailures<Value: Sendable, Failure>(
  _ streams: any StreamProtocol<Value, Failure>...
) -> Signal<Value, Failure> {
  mergeDelayingFailures(streams.map { $0.signal })
}

/// Merges a collection of streams, and sends a failure at the end. See
/// ``mergeDelayingFailures(_:)-(StreamProtocol...)``.
public func mergeDelayingFailures<Value: Sendable, Failure>(
  _ streams: some Sequence<some StreamProtocol<Value, Failure>>
) -> Signal<Value, Failure> {
  let parts = streams.map { $0.signal }
  return Signal(attaching: { sink, subscription in
    let first = Lock(Failure?.none)
    let joint = Joint<Merging<Value>, Failure>(
      Merging(),
      Sink(next: sink.next, end: { end in sink.end(first.withLock(\.self).map { .failed($0) } ?? end) }), subscription)
    let list = joint.open()
    for part in parts {
      let upstream = joint.open()
      guard upstream.subscription.isActive else { return }
      part.attach(
        Sink(
          next: { joint.receive($0) },
          end: { completion in
            guard upstream.subscription.isActive else { return }
            if case .failed(let failure) = completion { first.withLock { if $0 == nil { $0 = failure } } }
            joint.complete(upstream)
          }),
        to: upstream.subscription)
    }
    joint.complete(list)
  })
}
