public import StreamCore

extension StreamProtocol {
  /// Emits the one value that the source has, when it has completed, and fails when there is none or more than one.
  ///
  ///     source    --a--b--|
  ///     single()  -----#      several
  ///
  /// It fails at the second value and disposes the source right then; a failure of the source arrives as
  /// ``SingleFailure/source(_:)``. Keeps one value. Delivers where the source delivers.
  public func single() -> Signal<Value, SingleFailure<Failure>> {
    materialize().apply(Only()).dematerialize()
  }
}

private struct Only<Value: Sendable, Failure: Error>: Operator {
  var value: Value?

  mutating func step(_ input: Event<Value, Failure>) -> Step<Event<Value, SingleFailure<Failure>>> {
    switch input {
    case .next(let new):
      guard value == nil else { return .emitAndFinish(.failed(.several)) }
      value = new
      return .skip
    case .failed(let failure): return .emitAndFinish(.failed(.source(failure)))
    case .completed:
      guard let value else { return .emitAndFinish(.failed(.none)) }
      return .emitAndFinish(.next(value))
    }
  }
}
