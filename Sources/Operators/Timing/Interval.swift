public import StreamCore

extension Signal where Value == Int, Failure == Never {
  /// Counts from zero, a number every so often, the first after one interval.
  ///
  ///     interval(every: 2 ticks)  --0-1-2-3
  ///
  /// The beat is kept: numbers are due a whole number of intervals after subscribing, and one that was late shortens
  /// the wait for the next. Of several that came due while nothing could be delivered one comes late, and with
  /// `.catchUp` all do. No number is left out. Never ends. Keeps a counter. Delivers on the scheduler; without `on:` on
  /// a queue of its own. An interval that is not greater than zero traps, and so do a negative tolerance and the
  /// immediate scheduler.
  ///
  /// Departs from RAC, which sends the date: `timestamped(on:)` has the time by the scheduler's own clock.
  public static func interval<S: Scheduler>(
    every interval: Duration, tolerance: Duration = .zero, missedBeats: MissedBeats = .skip,
    on scheduler: S = QueueScheduler(name: "rill.interval")
  ) -> Signal {
    precondition(interval > .zero, "An interval must be greater than zero, and not \(interval).")
    tolerance.requirePositiveOrZero()
    scheduler.requireDelays()
    return Signal(attaching: { sink, subscription in
      let count = Box(0)
      subscription.add(
        scheduler.schedule(every: interval, tolerance: tolerance, missedBeats: missedBeats) {
          guard subscription.isActive else { return }
          count.value += 1
          sink.next(count.value - 1)
        })
    })
  }
}
