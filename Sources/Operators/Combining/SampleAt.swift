public import StreamCore

extension StreamProtocol {
  /// Sends the latest value whenever another stream sends; the value of that stream is ignored.
  ///
  ///     source             1---2-3-----|
  ///     ticks              --x--x-x-x----
  ///     sample(at: ticks)  --1--2-3-3--|
  ///
  /// A value that is still the latest is sent again. A tick before the first value sends nothing. Completes as soon as
  /// either stream completes, and fails with the first failure of either. Keeps one value. Delivers where the ticks are
  /// delivered. The ticks are subscribed to first.
  @inlinable
  public func sample(at ticks: some StreamProtocol<some Sendable, Never>) -> Signal<Value, Failure> {
    sample(at: ticks.promoteFailure(to: Failure.self))
  }

  /// Sends the latest value whenever a stream with the same failure type sends.
  @_disfavoredOverload
  @inlinable
  public func sample(at ticks: some StreamProtocol<some Sendable, Failure>) -> Signal<Value, Failure> {
    steered(by: ticks.signal, Value?.none) { latest, input in
      switch input {
      case .a(let value): latest = value
      case .b: if let latest { return .emit(latest) }
      case .aEnded, .bEnded: return .finish
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
