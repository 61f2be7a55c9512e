public import StreamCore

extension StreamProtocol where Failure == Never {
  /// Turns materialized events back into values, completion and failure.
  ///
  ///     source           a--b--c--d--|   a: next(1)  b: next(2)  c: completed  d: next(3)
  ///     dematerialize()  1--2--|
  ///
  /// A materialized end ends the result and disposes the source; later values are dropped. Keeps nothing. Delivers
  /// where the source delivers; completes when the source does, if not before.
  @inlinable
  public func dematerialize<Output: Sendable, Reason: Error>() -> Signal<Output, Reason>
  where Value == Event<Output, Reason> {
    stage { source, sink, subscription in
      source.attach(Sink(next: { sink.send($0) }, end: { _ in sink.end(.completed) }), to: subscription)
    }
  }
}
