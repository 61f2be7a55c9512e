public import StreamCore

extension StreamProtocol {
  /// Collects values into an array whenever another stream says so.
  ///
  ///     source           1-2----3-4-|
  ///     trigger          ----x-x----
  ///     collect(by: …)   ----a-b----(c|)   a: [1, 2]  b: []  c: [3, 4]
  ///
  /// Each value of the trigger sends what has come since the one before, also when that is nothing. Completion of the
  /// source sends the rest, if there is any; a failure of the source drops it. Once the trigger has completed, the rest
  /// goes on collecting until then. The trigger cannot fail: `catch` or `ignoreFailure()` say what a failure of it
  /// should mean. Keeps the values of the array, without a bound. Delivers where the trigger sends.
  public func collect<Trigger: StreamProtocol>(by trigger: Trigger) -> Signal<[Value], Failure>
  where Trigger.Failure == Never {
    steered(by: trigger.promoteFailure(), [Value]()) { values, input in
      switch input {
      case .value(let value): values.append(value)
      case .trigger:
        defer { values = [] }
        return .emit(values)
      case .triggerEnded: break
      case .ended: return values.isEmpty ? .finish : .emitAndFinish(values)
      }
      return .skip
    }
  }
}
