public import StreamCore

extension StreamProtocol {
  /// Passes values until another stream sends a value or completes.
  ///
  ///     source                1-2-3-4-5-|
  ///     trigger               -----x--
  ///     take(until: trigger)  1-2-3|
  ///
  /// The trigger is subscribed to first. If it fires synchronously, the source is not subscribed to. Completes when the
  /// trigger fires or the source completes. Fails with the first failure of either. (ReactiveObjC ignores the trigger's
  /// failure and continues forever.) Keeps no values. Delivers where the source delivers.
  @inlinable
  public func take(until trigger: some StreamProtocol<some Sendable, Never>) -> Signal<Value, Failure> {
    take(until: trigger.promoteFailure(to: Failure.self))
  }

  /// Passes values until a stream with the same failure type sends a value or completes.
  @_disfavoredOverload
  @inlinable
  public func take(until trigger: some StreamProtocol<some Sendable, Failure>) -> Signal<Value, Failure> {
    steered(by: trigger.signal, ()) { _, input in
      if case .a(let value) = input { .emit(value) } else { .finish }
    }
  }
}

extension StreamProtocol where Failure == Never {
  /// ``StreamProtocol/take(until:)`` where only the other stream can fail.
  @_disfavoredOverload
  @inlinable
  public func take<Thrown: Error>(until other: some StreamProtocol<some Sendable, Thrown>) -> Signal<Value, Thrown> {
    promoteFailure(to: Thrown.self).take(until: other)
  }
}
