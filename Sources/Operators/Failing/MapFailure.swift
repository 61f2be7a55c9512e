public import StreamCore

extension StreamProtocol {
  /// Transforms the failure, which may change its type.
  ///
  ///     source             1-2-#
  ///     mapFailure { … }   1-2-#   the closure's result
  ///
  /// Values and completion pass. The closure runs where the failure arrives. Keeps nothing. Delivers where the source
  /// delivers.
  public func mapFailure<NewFailure: Error>(
    _ transform: @escaping @Sendable (Failure) -> NewFailure
  ) -> Signal<Value, NewFailure> {
    stage { source, sink, subscription in
      source.attach(
        Sink(
          next: sink.next,
          end: { completion in
            switch completion {
            case .completed: sink.end(.completed)
            case .failed(let failure):
              let newFailure = transform(failure)
              if subscription.isActive { sink.end(.failed(newFailure)) }
            }
          }),
        to: subscription)
    }
  }
}
