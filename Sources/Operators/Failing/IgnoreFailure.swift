public import StreamCore

extension StreamProtocol {
  /// Replaces a failure by completion.
  ///
  ///     source           1-2-#
  ///     ignoreFailure()  1-2-|
  ///
  /// The failure is dropped. Keeps nothing. Delivers where the source delivers.
  public func ignoreFailure() -> Signal<Value, Never> {
    stage { source, sink, subscription in
      source.attach(Sink(next: sink.next, end: { _ in sink.end(.completed) }), to: subscription)
    }
  }
}
