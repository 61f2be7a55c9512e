public import StreamCore

extension StreamProtocol {
  /// Emits the given values, then those of the source.
  ///
  ///     source           --a--b--|
  ///     startWith(x, y)  (xy)-a--b--|
  ///
  /// The given values are sent before the source is subscribed to. Keeps the given values. They are delivered on the
  /// subscribing thread, the others where the source delivers; completes and fails with the source.
  @inlinable
  public func startWith(_ values: Value...) -> Signal<Value, Failure> {
    stage { source, sink, subscription in
      for value in values {
        guard subscription.isActive else { return }
        sink.next(value)
      }
      if subscription.isActive { source.attach(sink, to: subscription) }
    }
  }
}

extension LazyStream {
  /// Prepends the given elements; the stream is not read before them.
  @inlinable
  public func startWith(_ elements: Element...) -> LazyStream {
    .concat([LazyStream(elements), self])
  }
}
