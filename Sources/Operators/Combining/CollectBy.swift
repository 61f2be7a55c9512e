public import StreamCore

extension StreamProtocol {
  /// Collects values into an array, and sends the array whenever another stream sends.
  ///
  ///     source           1-2----3-4-|
  ///     trigger          ----x-x----
  ///     collect(by: …)   ----a-b----(c|)   a: [1, 2]  b: []  c: [3, 4]
  ///
  /// Each value of the trigger sends the values since the previous one, even if there are none. Completion of the
  /// source sends the remaining values, if there are any; a failure of the source drops them. After the trigger has
  /// completed, values are collected until the source completes. The trigger cannot fail: apply `catch` or
  /// `ignoreFailure()` to one that can. Keeps the values of the array, without a bound. Delivers where the trigger
  /// sends.
  public func collect<Trigger: StreamProtocol>(by trigger: Trigger) -> Signal<[Value], Failure>
  where Trigger.Failure == Never {
    steered(by: trigger.promoteFailure(), [Value]()) { values, input in
      switch input {
      case .a(let value): values.append(value)
      case .b:
        defer { values = [] }
        return .emit(values)
      case .bEnded: break
      case .aEnded: return values.isEmpty ? .finish : .emitAndFinish(values)
      }
      return .skip
    }
  }
}
