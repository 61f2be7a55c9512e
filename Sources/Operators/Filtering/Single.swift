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
    materialize().apply(
      StatefulRule(Value?.none) { value, event -> Step<Event<Value, SingleFailure<Failure>>> in
        switch event {
        case .next(let new):
          guard value == nil else { return .emitAndFinish(.failed(.several)) }
          value = new
          return .skip
        case .failed(let failure): return .emitAndFinish(.failed(.source(failure)))
        case .completed: return .emitAndFinish(value.map { .next($0) } ?? .failed(.none))
        }
      }
    ).dematerialize()
  }
}
