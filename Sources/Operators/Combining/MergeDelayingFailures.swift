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
  return .deferred {
    let first = Lock(Failure?.none)
    let values = parts.map { part in
      part.catch { failure -> Signal<Value, Failure> in
        first.withLock { if $0 == nil { $0 = failure } }
        return .empty
      }
    }
    return merge(values).concat(.deferred { first.withLock(\.self).map { .fail($0) } ?? .empty })
  }
}
