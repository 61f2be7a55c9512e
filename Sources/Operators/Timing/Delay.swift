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
    apply(Delaying(delay), on: scheduler)
  }
}

/// One alarm, for the first in the queue.
private struct Delaying<Value: Sendable, Failure: Error>: TimedRule {
  struct Item: Sendable {
    let due: Duration
    /// `nil` for the completion.
    let value: Value?
  }

  let delay: Duration
  var first: Item?
  var rest = Queue<Item>()

  init(_ delay: Duration) {
    delay.requirePositiveOrZero("delay(for:on:)")
    self.delay = delay
  }

  mutating func step(_ input: Value, _ turn: inout Turn<Value, Failure>) { append(input, &turn) }

  mutating func finish(_ turn: inout Turn<Value, Failure>) { append(nil, &turn) }

  mutating func ring(_ turn: inout Turn<Value, Failure>) {
    let now = turn.now
    while let item = first {
      guard item.due <= now else { return turn.wake(after: item.due - now) }
      guard let value = item.value else { return turn.finish() }
      turn.emit(value)
      first = rest.popFirst()
    }
  }

  private mutating func append(_ value: Value?, _ turn: inout Turn<Value, Failure>) {
    let item = Item(due: turn.now.plus(delay), value: value)
    if first != nil { return rest.append(item) }
    first = item
    turn.wake(after: delay)
  }
}
