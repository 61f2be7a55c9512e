import StreamCore

/// The rule of `take(last:on:)` and `skip(last:on:)`: keeps the values of a last period.
struct KeepingLastFor<Value: Sendable, Failure: Error>: TimedRule {
  let duration: Duration
  var limit = Int.max

  /// Whether the values of the last period are emitted at the end. Otherwise the earlier ones are, when they leave it.
  let emitsLast: Bool
  var kept = Queue<(time: Duration, value: Value)>()

  mutating func step(_ input: Value, _ response: inout Response<Value, Failure>) {
    kept.append((response.elapsed, input))
    if kept.count > limit { _ = kept.popFirst() }
    removeOld(&response)
  }

  mutating func finish(_ response: inout Response<Value, Failure>) {
    removeOld(&response)
    while emitsLast, let (_, value) = kept.popFirst() { response.emit(value) }
    response.finish()
  }

  private mutating func removeOld(_ response: inout Response<Value, Failure>) {
    let now = response.elapsed
    while let (time, value) = kept.first, now - time > duration {
      if !emitsLast { response.emit(value) }
      _ = kept.popFirst()
    }
  }
}
