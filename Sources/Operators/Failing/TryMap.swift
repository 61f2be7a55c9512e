public import StreamCore

extension StreamProtocol {
  /// The results of a throwing function of each value; the first error that it throws is the failure.
  ///
  ///     source                    1-2-0-3-|
  ///     tryMap { 6 / $0, 0: # }   6-3-#
  ///
  /// The source is disposed right then, even when it is in the middle of sending. Completes and fails with the source
  /// otherwise. Keeps nothing. Delivers where the source delivers. Semantics of RAC's `tryMap:`, without its rule that
  /// `nil` is an error.
  @inlinable
  public func tryMap<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) throws(Failure) -> Output
  ) -> Signal<Output, Failure> {
    let source = signal
    return Signal(attaching: { sink, subscription in
      let upstream = Subscription()
      subscription.add(upstream)
      source.attach(
        Sink(
          next: { value in
            do throws(Failure) {
              let output = try transform(value)
              if upstream.isActive { sink.next(output) }
            } catch {
              guard upstream.isActive else { return }
              upstream.dispose()
              if subscription.isActive { sink.end(.failed(error)) }
            }
          },
          end: { completion in
            guard upstream.isActive else { return }
            upstream.dispose()
            if subscription.isActive { sink.end(completion) }
          }),
        to: upstream)
    })
  }
}

extension StreamProtocol where Failure == Never {
  /// The results of a throwing function of each value of a stream that cannot fail itself. The failure has the type of
  /// the error.
  ///
  /// All else is as in ``tryMap(_:)-(_)``.
  @inlinable
  public func tryMap<Output: Sendable, Thrown: Error>(
    _ transform: @escaping @Sendable (Value) throws(Thrown) -> Output
  ) -> Signal<Output, Thrown> {
    promoteFailure(to: Thrown.self).tryMap(transform)
  }
}
