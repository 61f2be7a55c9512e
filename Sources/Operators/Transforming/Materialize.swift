public import StreamCore

extension StreamProtocol {
  /// Turns each event into a value, including completion and failure; the result cannot fail.
  ///
  ///     source         1--2--#
  ///     materialize()  a--b--(c|)   a: next(1)  b: next(2)  c: failed
  ///
  /// It completes after the materialized end. Keeps nothing. Delivers where the source delivers. ``dematerialize()`` is
  /// the inverse.
  @inlinable
  public func materialize() -> Signal<Event<Value, Failure>, Never> {
    stage { source, sink, subscription in
      source.attach(
        Sink(
          next: { sink.next(.next($0)) },
          end: { completion in
            if subscription.isActive { sink.next(Event(completion)) }
            if subscription.isActive { sink.end(.completed) }
          }),
        to: subscription)
    }
  }
}
