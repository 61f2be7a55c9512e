public import StreamCore

extension StreamProtocol {
  /// Drops values until another stream sends a value or completes, and passes the rest.
  ///
  ///     source                1-2-3-4-5-|
  ///     trigger               -----x--
  ///     skip(until: trigger)  ------4-5-|
  ///
  /// The trigger is subscribed to first, and disposed when it has fired. Completes with the source. Fails with the
  /// first failure of the source, or of the trigger before it has fired. Keeps no values. Delivers where the source
  /// delivers.
  @inlinable
  public func skip(until trigger: some StreamProtocol<some Sendable, Never>) -> Signal<Value, Failure> {
    skip(until: trigger.promoteFailure(to: Failure.self))
  }

  /// Drops values until a stream with the same failure type sends a value or completes.
  @_disfavoredOverload
  @inlinable
  public func skip(until trigger: some StreamProtocol<some Sendable, Failure>) -> Signal<Value, Failure> {
    steered(by: trigger.first(), false) { hasFired, input in
      switch input {
      case .a(let value): return hasFired ? .emit(value) : .skip
      case .aEnded: return .finish
      case .b, .bEnded:
        hasFired = true
        return .skip
      }
    }
  }
}

extension StreamProtocol where Failure == Never {
  /// ``StreamProtocol/skip(until:)`` where only the other stream can fail.
  @_disfavoredOverload
  @inlinable
  public func skip<Thrown: Error>(until other: some StreamProtocol<some Sendable, Thrown>) -> Signal<Value, Thrown> {
    promoteFailure(to: Thrown.self).skip(until: other)
  }
}
