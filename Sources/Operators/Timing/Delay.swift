public import StreamCore

extension StreamProtocol {
  /// The same values and completion, each later by the same time.
  ///
  ///     source              ab--c|
  ///     delay(for: 2 ticks) --ab--c|
  ///
  /// Also a delay of zero makes them wait for a turn of the scheduler. A failure is not delayed: it passes at once, and
  /// what waits is lost. Keeps the values on their way, without a bound. Delivers on the scheduler, failures where the
  /// source fails; without `on:` on a queue of its own. A negative delay traps, and so does the immediate scheduler.
  public func delay<S: Scheduler>(
    for delay: Duration, on scheduler: S = QueueScheduler(name: "rill.delay")
  ) -> Signal<Value, Failure> {
    delay.requirePositiveOrZero()
    return apply(Delaying(delay: delay), on: scheduler)
  }
}

private struct Delaying<Value: Sendable, Failure: Error>: TimedRule {
  let delay: Duration

  /// What is on its way, with `nil` for the completion. The timer is that of the first.
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
