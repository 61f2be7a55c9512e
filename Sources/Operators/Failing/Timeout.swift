public import StreamCore

/// What a timeout waits for.
public enum TimeoutScope: Hashable, Sendable {
  /// Each value, counted from the one before and the first from the subscription, or the end.
  case nextValue
  /// The first value, or the end if there is none.
  case firstValue
  /// The end: all of the stream must be over in time.
  case wholeStream
}

extension StreamProtocol {
  /// Fails when the stream takes too long: for each value, unless another scope is said.
  ///
  ///     source                                              1---2-----3-|
  ///     timeout(after: 5 ticks, failure)                    1---2----#
  ///     timeout(after: 5 ticks, of: .firstValue, failure)   1---2-----3-|
  ///     timeout(after: 5 ticks, of: .wholeStream, failure)  1---2#
  ///
  /// The time runs from the subscription, and for each value anew from the one before. The source is disposed before
  /// the failure is sent, which is on the scheduler; without `on:` on a queue of its own. All else is delivered where
  /// the source delivers. Keeps one timer, freed with the end. A time of zero leaves room only for what comes
  /// synchronously; a negative one traps, and so does the immediate scheduler. The scope `.wholeStream` is RAC's
  /// `timeout:`.
  public func timeout<S: Scheduler>(
    after limit: Duration, of scope: TimeoutScope = .nextValue, on scheduler: S = QueueScheduler(name: "rill.timeout"),
    failure: Failure
  ) -> Signal<Value, Failure> {
    limit.requirePositiveOrZero()
    return apply(TimingOut(limit: limit, scope: scope, failure: failure), on: scheduler)
  }

  /// Goes on with another stream when this one takes too long.
  ///
  ///     source                              1---2-----3-|
  ///     other                               8-9|
  ///     timeout(after: 5 ticks, to: other)  1---2----8-9|
  ///
  /// The source is disposed before the other is subscribed to, which is on the scheduler. A failure of the source
  /// passes. All else is as in ``timeout(after:of:on:failure:)``.
  public func timeout<Replacement: StreamProtocol<Value, Failure>, S: Scheduler>(
    after limit: Duration, of scope: TimeoutScope = .nextValue, on scheduler: S = QueueScheduler(name: "rill.timeout"),
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

/// A failure of the source, or the end of the time.
private struct Overdue<Failure: Error>: Error {
  let failure: Failure?
}

/// With `nextValue` the timer is not started anew for every value, which is dear: one that fires too early is started
/// for the rest.
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
