public import StreamCore

extension StreamProtocol {
  /// Transforms each value by a throwing function; the first thrown error is the failure.
  ///
  ///     source                    1-2-0-3-|
  ///     tryMap { 6 / $0, 0: # }   6-3-#
  ///
  /// An error disposes the source synchronously, even while it is sending. Otherwise completes and fails with the
  /// source. Keeps nothing. Delivers where the source delivers. Semantics of RAC's `tryMap:`, except that `nil` is not
  /// an error.
  @inlinable
  public func tryMap<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) throws(Failure) -> Output
  ) -> Signal<Output, Failure> {
    stage { source, sink, subscription in
      let upstream = Subscription()
      subscription.add(upstream)
      source.attach(to: upstream) { value in
        do throws(Failure) {
          let output = try transform(value)
          if upstream.isActive { sink.next(output) }
        } catch {
          guard upstream.isActive else { return }
          upstream.dispose()
          if subscription.isActive { sink.end(.failed(error)) }
        }
      } end: { completion in
        if subscription.isActive { sink.end(completion) }
      }
    }
  }
}

extension StreamProtocol where Failure == Never {
  /// Transforms each value of a stream that cannot fail by a throwing function.
  ///
  /// The failure has the type of the thrown error.
  ///
  /// All else is as in ``tryMap(_:)-(_)``.
  @inlinable
  public func tryMap<Output: Sendable, Thrown: Error>(
    _ transform: @escaping @Sendable (Value) throws(Thrown) -> Output
  ) -> Signal<Output, Thrown> {
    promoteFailure(to: Thrown.self).tryMap(transform)
  }
}
