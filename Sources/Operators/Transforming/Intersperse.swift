public import StreamCore

extension StreamProtocol {
  /// Emits a separator between the values.
  ///
  ///     source          a--b--c--|
  ///     intersperse(x)  a--(xb)--(xc)--|
  ///
  /// It is sent just before the second of the two values that it separates. Keeps one flag. Delivers where the source
  /// delivers; completes and fails with the source.
  public func intersperse(_ separator: Value) -> Signal<Value, Failure> {
    stage { source, sink, subscription in
      let isFirst = Box(true)
      source.attach(
        Sink(
          next: { value in
            if !isFirst.value { sink.next(separator) }
            isFirst.value = false
            if subscription.isActive { sink.next(value) }
          },
          end: sink.end),
        to: subscription)
    }
  }
}
