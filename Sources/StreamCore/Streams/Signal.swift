public import StreamTracing

/// The stream that pushes: a description of work that starts, anew, for every subscriber.
///
/// A signal is a value around one closure. It is cold: nothing happens until it is subscribed to, and each subscriber
/// has a run of its own, unless the signal comes from something that is already happening (a subject, a property,
/// `share`). Subscribing runs the source on the caller, now. Every operator returns a `Signal`, so a chain of any
/// length has a type that can be written down and stored.
///
///     Signal([1, 2, 3])   1-2-3-|
public struct Signal<Value: Sendable, Failure: Error>: StreamProtocol {
  @usableFromInline let source: @Sendable (Sink<Value, Failure>, Subscription) -> Void

  /// A signal of what happens when a sink is attached: for those who write operators.
  ///
  /// `source` runs once for every subscription, on the subscriber's thread. It keeps the rules of ``Sink``, and leaves
  /// with the subscription what has to be undone at the end. Code that does not write operators uses
  /// ``init(_:)-(_)`` with an ``Observer``, which may be called from anywhere.
  ///
  /// - Parameter name: Under which name a recording shows its runs (``Trace``): that of the function which calls this.
  @_disfavoredOverload
  @inlinable
  public init(
    attaching source: @escaping @Sendable (Sink<Value, Failure>, Subscription) -> Void,
    named name: StaticString = #function
  ) {
    self.source = Trace.isOnHere ? Self.traced(name, source) : source
  }

  /// Starts a run of this signal that reports to `sink` until `subscription` is disposed.
  @inlinable
  public func attach(_ sink: Sink<Value, Failure>, to subscription: Subscription) {
    source(sink, subscription)
  }

  /// The signal itself.
  @inlinable
  public var signal: Self { self }
}
