public import StreamCore

/// Specifies when and how often ``StreamProtocol/repeat(_:until:on:)`` subscribes again after a completion.
///
/// It counts the repetitions of one subscription. A limit is a number of repetitions, so there is one round more.
/// `resettingOnValue()` makes it count rounds without values: for a poll that slows down while there is nothing new.
public typealias RepeatPolicy = RetryPolicy<Never>

extension StreamProtocol {
  /// Subscribes again when the stream completes, as a policy specifies.
  ///
  ///     source                                1-|
  ///     repeat(.constant(3 ticks, limit: 1))  1----1-|
  ///
  /// After each round `isOver` is called where it completed; `true` completes the result. So does a policy whose limit
  /// is reached. A failure passes. A delay is spent on the scheduler, by default its own queue, and the next round
  /// begins there. Without a delay it begins immediately, where the previous one completed. Disposing releases the
  /// timer. Keeps a counter. All else is as in ``repeat()``. On the immediate scheduler a delay blocks the thread.
  public func `repeat`(
    _ policy: RepeatPolicy, until isOver: @escaping @Sendable () -> Bool = { false },
    on scheduler: any Scheduler = QueueScheduler(name: "rill.repeat")
  ) -> Signal<Value, Failure> {
    runningAgain(countsIdleRuns: policy.resetsOnValue, on: scheduler) { rounds, end in
      guard case .completed = end, !isOver() else { return nil }
      return policy.delay(before: rounds)
    }
  }

  /// Subscribes again after each completion, when a stream made for that round sends.
  ///
  ///     source                     1-|
  ///     repeat(when: { --x })      1---1---1-
  ///
  /// `again` receives the number of rounds so far. The first value of its stream begins the next round, where that
  /// value is delivered. If the stream completes without a value, the result completes. A failure of the source passes;
  /// the streams of `again` cannot fail. Keeps a counter. All else is as in ``repeat()``.
  public func `repeat`<Trigger: StreamProtocol>(
    when again: @escaping @Sendable (_ rounds: Int) -> Trigger
  ) -> Signal<Value, Failure> where Trigger.Failure == Never {
    stage { source, sink, subscription in
      var rounds = 0
      // Whether the last stream was one of `again`, and whether it has sent.
      let isDue = Box(Bool?.some(true))
      Succession.run(sink, subscription) { lastEnd in
        if let lastEnd, case .failed = lastEnd { return .end(lastEnd) }
        switch isDue.value {
        case true?:
          isDue.value = nil
          rounds += 1
          return .attach(source)
        case false?: return .end(.completed)
        case nil:
          isDue.value = false
          let first = again(rounds).first().on(next: { _ in isDue.value = true })
          return .attach(first.compactMap { _ in nil }.promoteFailure())
        }
      }
    }
  }
}
