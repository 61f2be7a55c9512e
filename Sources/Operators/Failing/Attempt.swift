public import StreamCore

extension StreamProtocol {
  /// Passes each value for which a function does not throw; the first error that it throws is the failure.
  ///
  ///     source              1-2-0-3-|
  ///     attempt { 0: # }    1-2-#
  ///
  /// The source is disposed right then, even when it is in the middle of sending. Completes and fails with the source
  /// otherwise. Keeps nothing. Delivers where the source delivers. Semantics of RAC's `try:`.
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
  /// Passes each value for which a function does not throw, for a stream that cannot fail itself. The failure has the
  /// type of what is thrown.
  ///
  /// All else is as in ``attempt(_:)-(_)``.
  @inlinable
  public func attempt<Thrown: Error>(
    _ check: @escaping @Sendable (Value) throws(Thrown) -> Void
  ) -> Signal<Value, Thrown> {
    promoteFailure(to: Thrown.self).attempt(check)
  }
}
