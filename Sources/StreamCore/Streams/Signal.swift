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

  /// Attaches a sink to a subscription that ends before the sink does.
  ///
  /// The teardown of `upstream` comes first, so `end` may attach another stream. `end` is not called if `upstream` was
  /// disposed.
  @inlinable
  package func attach(
    to upstream: Subscription, next: @escaping @Sendable (Value) -> Void,
    end: @escaping @Sendable (Completion<Failure>) -> Void
  ) {
    attach(
      Sink(
        next: next,
        end: { completion in
          guard upstream.isActive else { return }
          upstream.dispose()
          end(completion)
        }),
      to: upstream)
  }

  /// The signal itself.
  @inlinable
  public var signal: Self { self }
}

extension StreamProtocol {
  /// Returns a stream that attaches this one through a stage.
  ///
  /// `attach` runs once for each subscription. It attaches the source to a sink that sends to the one downstream.
  @inlinable
  package func stage<Output: Sendable, NewFailure: Error>(
    named name: StaticString = #function,
    _ attach: @escaping @Sendable (Signal<Value, Failure>, Sink<Output, NewFailure>, Subscription) -> Void
  ) -> Signal<Output, NewFailure> {
    let source = signal
    return Signal(attaching: { attach(source, $0, $1) }, named: name)
  }
}
