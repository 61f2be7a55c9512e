public import StreamCore

extension Signal where Value == Void, Failure == Never {
  /// Emits one empty value after a given time, and completes.
  ///
  ///     timer(after: 3 ticks)  ---(v|)   v: ()
  ///
  /// Cannot fail. Keeps one timer. Delivers on the scheduler, by default its own queue. Disposing releases the timer. A
  /// negative delay or tolerance traps, and so does the immediate scheduler.
  public static func timer(
    after delay: Duration, tolerance: Duration = .zero, on scheduler: any Scheduler = QueueScheduler(name: "rill.timer")
  ) -> Signal {
    delay.requirePositiveOrZero()
    tolerance.requirePositiveOrZero()
    scheduler.requireDelays()
    return Signal(attaching: { sink, subscription in
      subscription.add(
        scheduler.schedule(after: delay, tolerance: tolerance) {
          guard subscription.isActive else { return }
          sink.next(())
          if subscription.isActive { sink.end(.completed) }
        })
    })
  }
}
