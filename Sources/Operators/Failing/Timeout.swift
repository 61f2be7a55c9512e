public import StreamCore

/// The events that a timeout applies to.
public enum TimeoutScope: Hashable, Sendable {
  /// The next value or the end, measured from the previous value, and at first from the subscription.
  case nextValue
  /// The first value, or the end if there is none.
  case firstValue
  /// The end: the whole stream must be over in time.
  case wholeStream
}

extension StreamProtocol {
  /// Fails when the stream takes too long, by default for the next value.
  ///
  ///     source                                              1---2-----3-|
  ///     timeout(after: 5 ticks, failure)                    1---2----#
  ///     timeout(after: 5 ticks, of: .firstValue, failure)   1---2-----3-|
  ///     timeout(after: 5 ticks, of: .wholeStream, failure)  1---2#
  ///
  /// The time is measured from the subscription, and for later values from the previous one. The source is disposed
  /// before the failure is sent on the scheduler, by default its own queue. All else is delivered where the source
  /// delivers. Keeps one timer, released at the end. A time of zero admits only values that arrive synchronously. A
  /// negative time traps, and so does the immediate scheduler. The scope `.wholeStream` is RAC's `timeout:`.
  public func timeout(
    after limit: Duration, of scope: TimeoutScope = .nextValue,
    on scheduler: any Scheduler = QueueScheduler(name: "rill.timeout"),
    failure: Failure
  ) -> Signal<Value, Failure> {
    limit.requirePositiveOrZero()
    return apply(TimingOut(limit: limit, scope: scope, failure: failure), on: scheduler)
  }

  /// Continues with another stream when this one takes too long.
  ///
  ///     source                              1---2-----3-|
  ///     other                               8-9|
  ///     timeout(after: 5 ticks, to: other)  1---2----8-9|
  ///
  /// The source is disposed before the other stream is subscribed to, on the scheduler. A failure of the source passes.
  /// All else is as in ``timeout(after:of:on:failure:)``.
  public func timeout<Replacement: StreamProtocol<Value, Failure>>(
    after limit: Duration, of scope: TimeoutScope = .nextValue,
    on scheduler: any Scheduler = QueueScheduler(name: "rill.timeout"),
    to replacement: Replacement
  ) -> Signal<Value, Failure> {
    let replacement = replacement.signal
    return mapFailure { Overdue<Failure>(failure: $0) }
      .timeout(after: limit, of: scope, on: scheduler, failure: Overdue(failure: nil))
      .catch { overdue -> Signal<Value, Failure> in
        if let failure = overdue.failure { .fail(failure) } else { replacement }
      }
  }
}

/// A failure of the source, or `nil` for a timeout.
private struct Overdue<Failure: Error>: Error {
  let failure: Failure?
}

/// The rule of `timeout`.
///
/// With `nextValue` the timer is not restarted for every value, which would be expensive: if it fires too early, it is
/// restarted for the remaining time.
private struct TimingOut<Value: Sendable, Failure: Error>: TimedRule {
  let limit: Duration
  let scope: TimeoutScope
  let failure: Failure
  var due = Duration.zero
  var isWaiting = true

  mutating func start(_ response: inout Response<Value, Failure>) {
    due = limit
    response.startTimer(after: limit)
  }

  mutating func step(_ input: Value, _ response: inout Response<Value, Failure>) {
    response.emit(input)
    switch scope {
    case .wholeStream: break
    case .firstValue:
      if isWaiting { response.stopTimer() }
      isWaiting = false
    case .nextValue: due = response.elapsed.plus(limit)
    }
  }

  mutating func timerFired(_ response: inout Response<Value, Failure>) {
    let rest = due - response.elapsed
    if rest > .zero { response.startTimer(after: rest) } else { response.fail(failure) }
  }
}
