public import StreamCore

extension StreamProtocol {
  /// Turns every event into a value, the end included; the result itself cannot fail.
  ///
  ///     source         1--2--#
  ///     materialize()  a--b--(c|)   a: next(1)  b: next(2)  c: failed
  ///
  /// After the end as a value it completes. Keeps nothing. Delivers where the source delivers. ``dematerialize()`` is
  /// the way back.
  @inlinable
  public func materialize() -> Signal<Event<Value, Failure>, Never> {
    let source = signal
    return Signal(attaching: { sink, subscription in
      source.attach(
        Sink(
          next: { sink.next(.next($0)) },
          end: { completion in
            if subscription.isActive { sink.next(Event(completion)) }
            if subscription.isActive { sink.end(.completed) }
          }),
        to: subscription)
    })
  }
}
