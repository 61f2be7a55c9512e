public import StreamCore

extension StreamProtocol {
  /// Emits the given values, then those of the source.
  ///
  ///     source           --a--b--|
  ///     startWith(x, y)  (xy)-a--b--|
  ///
  /// They are sent before the source is subscribed to. Keeps nothing else. They are delivered where the subscriber is,
  /// the others where the source delivers; ends and fails with the source.
  @inlinable
  public func startWith(_ values: Value...) -> Signal<Value, Failure> {
    let source = signal
    return Signal(attaching: { sink, subscription in
      for value in values {
        guard subscription.isActive else { return }
        sink.next(value)
      }
      if subscription.isActive { source.attach(sink, to: subscription) }
    })
  }
}

extension LazyStream {
  /// The given elements, then those of the stream, which is not touched before.
  @inlinable
  public func startWith(_ elements: Element...) -> LazyStream {
    .concat([LazyStream(elements), self])
  }
}
