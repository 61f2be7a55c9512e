public import StreamTracing

/// The stream that pushes: a description of work that starts for each subscriber.
///
/// A signal is a value around one closure. It is cold: the work starts with a subscription, separately for each
/// subscriber. Only a signal of a subject, of a property or of `share` is hot. Subscribing runs the source
/// synchronously on the caller. Every operator returns a `Signal`, so a chain of any length has a type that can be
/// written and stored.
///
///     Signal([1, 2, 3])   1-2-3-|
public struct Signal<Value: Sendable, Failure: Error>: StreamProtocol {
  @usableFromInline let source: @Sendable (Sink<Value, Failure>, Subscription) -> Void

  /// A signal for authors of operators: `source` attaches a sink.
  ///
  /// `source` runs once for each subscription, on the subscriber's thread. It follows the rules of ``Sink``, and adds
  /// its teardown to the subscription. All other code uses ``init(_:)-(_)`` with an ``Observer``, which may be called
  /// on any thread.
  ///
  /// - Parameter name: The name of its runs in a recording (``Trace``). By default it is the name of the calling
  ///   function.
  @_disfavoredOverload
  @inlinable
  public init(
    attaching source: @escaping @Sendable (Sink<Value, Failure>, Subscription) -> Void,
    named name: StaticString = #function
  ) {
    self.source = Trace.isOnHere ? Self.traced(name, source) : source
  }

  /// Starts a run of this signal that sends to `sink` until `subscription` is disposed.
  @inlinable
  public func attach(_ sink: Sink<Value, Failure>, to subscription: Subscription) {
    source(sink, subscription)
  }

  /// The signal itself.
  @inlinable
  public var signal: Self { self }
}
