public import StreamCore

extension StreamProtocol {
  /// Passes each value for which a function does not throw; the first thrown error is the failure.
  ///
  ///     source              1-2-0-3-|
  ///     attempt { 0: # }    1-2-#
  ///
  /// An error disposes the source synchronously, even while it is sending. Otherwise completes and fails with the
  /// source. Keeps nothing. Delivers where the source delivers. Semantics of RAC's `try:`.
  @inlinable
  public func attempt(
    _ check: @escaping @Sendable (Value) throws(Failure) -> Void
  ) -> Signal<Value, Failure> {
    tryMap { value throws(Failure) in
      try check(value)
      return value
    }
  }
}

extension StreamProtocol where Failure == Never {
  /// Passes each value of a stream that cannot fail, until a function throws.
  ///
  /// The failure has the type of the thrown error.
  ///
  /// All else is as in ``attempt(_:)-(_)``.
  @inlinable
  public func attempt<Thrown: Error>(
    _ check: @escaping @Sendable (Value) throws(Thrown) -> Void
  ) -> Signal<Value, Thrown> {
    promoteFailure(to: Thrown.self).attempt(check)
  }
}
