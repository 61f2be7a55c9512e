public import StreamCore

extension StreamProtocol {
  /// Emits the latest value whenever another stream sends, whatever it sends. It repeats a value that is still the
  /// latest.
  ///
  ///     source             1---2-3-----|
  ///     ticks              --x--x-x-x----
  ///     sample(at: ticks)  --1--2-3-3--|
  ///
  /// A tick before the first value gives nothing. Completes as soon as either stream has, and fails with the first
  /// failure of either. Keeps one value. Delivers where the ticks are delivered. The ticks are subscribed to first.
  @inlinable
  public func sample(at ticks: some StreamProtocol<some Sendable, Never>) -> Signal<Value, Failure> {
    sample(at: ticks.promoteFailure(to: Failure.self))
  }

  /// Emits the latest value whenever a stream sends that can fail as this one can.
  @_disfavoredOverload
  @inlinable
  public func sample(at ticks: some StreamProtocol<some Sendable, Failure>) -> Signal<Value, Failure> {
    steered(by: ticks.signal, Value?.none) { latest, input in
      switch input {
      case .value(let value): latest = value
      case .trigger: if let latest { return .emit(latest) }
      case .ended, .triggerEnded: return .finish
      }
      return .skip
    }
  }
}

extension StreamProtocol where Failure == Never {
  /// ``StreamProtocol/sample(at:)`` where only the other stream can fail.
  @_disfavoredOverload
  @inlinable
  public func sample<Thrown: Error>(at other: some StreamProtocol<some Sendable, Thrown>) -> Signal<Value, Thrown> {
    promoteFailure(to: Thrown.self).sample(at: other)
  }
}
