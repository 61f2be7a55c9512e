public import StreamCore

/// Sends the values of several streams, each subscribed to after the previous one has completed.
///
///     a              1-2|
///     b              3-|
///     concat(a, b)   1-23-|
///
/// A stream is subscribed to when the previous one has completed and was torn down. Completes with the last; the first
/// failure is passed on, and the remaining streams are skipped. An empty list completes immediately. Keeps no values.
/// Delivers where the current stream delivers. For a collection of streams use ``StreamCore/concat(_:)``.
public func concat<Value, Failure>(_ streams: any StreamProtocol<Value, Failure>...) -> Signal<Value, Failure> {
  concat(streams.map { $0.signal })
}
