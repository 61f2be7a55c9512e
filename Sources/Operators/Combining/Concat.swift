public import StreamCore

/// The values of several streams, one stream after the other.
///
///     a              1-2|
///     b              3-|
///     concat(a, b)   1-23-|
///
/// Each is subscribed to when the one before it has completed and was torn down. Completes with the last; the first
/// failure ends it and skips the rest; no streams at all complete at once. Keeps no values. Delivers where the stream
/// whose turn it is delivers. A collection of streams: ``StreamCore/concat(_:)``.
public func concat<Value, Failure>(_ streams: any StreamProtocol<Value, Failure>...) -> Signal<Value, Failure> {
  concat(streams.map { $0.signal })
}
