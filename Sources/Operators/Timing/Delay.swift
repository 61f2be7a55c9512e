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

/// The timer is that of the first in the queue.
private struct Delaying<Value: Sendable, Failure: Error>: TimedRule {
  struct Item: Sendable {
    let due: Duration
    /// `nil` for the completion.
    let value: Value?
  }

  let delay: Duration
  var first: Item?
  var rest = Queue<Item>()

  mutating func step(_ input: Value, _ response: inout Response<Value, Failure>) { append(input, &response) }

  mutating func finish(_ response: inout Response<Value, Failure>) { append(nil, &response) }

  mutating func timerFired(_ response: inout Response<Value, Failure>) {
    let now = response.now
    while let item = first {
      guard item.due <= now else { return response.startTimer(after: item.due - now) }
      guard let value = item.value else { return response.finish() }
      response.emit(value)
      first = rest.popFirst()
    }
  }

  private mutating func append(_ value: Value?, _ response: inout Response<Value, Failure>) {
    let item = Item(due: response.now.plus(delay), value: value)
    if first != nil { return rest.append(item) }
    first = item
    response.startTimer(after: delay)
  }
}
