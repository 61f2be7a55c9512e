public import StreamCore

extension Signal where Value == Int, Failure == Never {
  /// Emits the numbers from zero at regular intervals, the first after one interval.
  ///
  ///     interval(every: 2 ticks)  --0-1-2-3
  ///
  /// Numbers are due at whole multiples of the interval after the subscription: a late one shortens the wait for the
  /// next. If several beats are overdue, only one number is sent. With `.catchUp`, a number is sent for each beat. No
  /// number is left out. Never completes. Keeps a counter. Delivers on the scheduler, by default its own queue. An
  /// interval that is not greater than zero traps, and so do a negative tolerance and the immediate scheduler.
  ///
  /// RAC sends the date; here `timestamped(on:)` adds the time of the scheduler's clock.
  public static func interval(
    every interval: Duration, tolerance: Duration = .zero, missedBeats: MissedBeats = .skip,
    on scheduler: any Scheduler = QueueScheduler(name: "rill.interval")
  ) -> Signal {
    if interval <= .zero { fatalError("`interval(every:)` needs an interval greater than zero, got \(interval).") }
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
