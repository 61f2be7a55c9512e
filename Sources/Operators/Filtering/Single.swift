public import StreamCore

extension StreamProtocol {
  /// Emits the only value when the source completes; fails if there is none, or a second one.
  ///
  ///     source    --a--b--|
  ///     single()  -----#      several
  ///
  /// The second value fails the result and disposes the source synchronously. A failure of the source arrives as
  /// ``SingleFailure/source(_:)``. Keeps one value. Delivers where the source delivers.
  public func single() -> Signal<Value, SingleFailure<Failure>> {
    materialize().apply(
      StatefulRule(Value?.none) { value, event -> Step<Event<Value, SingleFailure<Failure>>> in
        switch event {
        case .next(let new):
          guard value == nil else { return .emitAndFinish(.failed(.severalValues)) }
          value = new
          return .skip
        case .failed(let failure): return .emitAndFinish(.failed(.source(failure)))
        case .completed: return .emitAndFinish(value.map { .next($0) } ?? .failed(.noValue))
        }
      }
    ).dematerialize()
  }
}
