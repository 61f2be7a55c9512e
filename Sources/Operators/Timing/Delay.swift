public import StreamCore

extension StreamProtocol {
  /// Delays values and completion by a given time.
  ///
  ///     source              ab--c|
  ///     delay(for: 2 ticks) --ab--c|
  ///
  /// A delay of zero still delivers through the scheduler. A failure is not delayed: it passes immediately, and the
  /// delayed values are dropped. Keeps the delayed values, without a bound. Delivers on the scheduler, by default its
  /// own queue, and failures where the source fails. A negative delay traps, and so does the immediate scheduler.
  public func delay(
    for delay: Duration, on scheduler: any Scheduler = QueueScheduler(name: "rill.delay")
  ) -> Signal<Value, Failure> {
    delay.requirePositiveOrZero()
    return apply(Delaying(delay: delay), on: scheduler)
  }
}

private struct Delaying<Value: Sendable, Failure: Error>: TimedRule {
  let delay: Duration

  /// The delayed values, with `nil` for the completion. The timer is set for the first.
  var waiting = Queue<(due: Duration, value: Value?)>()

  mutating func step(_ input: Value, _ response: inout Response<Value, Failure>) { append(input, &response) }

  mutating func finish(_ response: inout Response<Value, Failure>) { append(nil, &response) }

  mutating func timerFired(_ response: inout Response<Value, Failure>) {
    let now = response.elapsed
    while let (due, value) = waiting.first {
      guard due <= now else { return response.startTimer(after: due - now) }
      guard let value else { return response.finish() }
      response.emit(value)
      _ = waiting.popFirst()
    }
  }

  private mutating func append(_ value: Value?, _ response: inout Response<Value, Failure>) {
    if waiting.isEmpty { response.startTimer(after: delay) }
    waiting.append((response.elapsed.plus(delay), value))
  }
}
