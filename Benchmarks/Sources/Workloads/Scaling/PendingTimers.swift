import Measuring
import Rill
import StreamTesting

/// One more timer beside a growing number of pending ones.
enum PendingTimers {
  private static let timers = 1_000

  /// In virtual time: the new timers are due before the others, and run.
  static let virtual = Scale<Library>(
    "timers_of_tests", "ns to schedule and run one on a TestScheduler while the others are pending", sizes: .decades,
    [
      .rill: { pending in
        let total = Total()
        let scheduler = TestScheduler()
        for number in 0..<pending { scheduler.schedule(after: .seconds(3_600 + number % 977)) { total.add(1) } }
        return nanoseconds(per: timers) {
          for number in 0..<timers { scheduler.schedule(after: .seconds(1 + number % 97)) { total.add(1) } }
          scheduler.advance(by: .seconds(100))
        }
      }
    ])

  /// On a queue: the new timers are disposed before they are due, as most timeouts are.
  static let queue = Scale<Library>(
    "timers_of_a_queue", "ns to schedule and dispose one on a QueueScheduler while the others are pending", sizes: .decades,
    [
      .rill: { pending in
        let total = Total()
        let scheduler = QueueScheduler()
        let waiting = (0..<pending).map { number in
          scheduler.schedule(after: .seconds(3_600 + number % 977)) { total.add(1) }
        }
        defer { for timer in waiting { timer.dispose() } }
        return nanoseconds(per: timers) {
          for number in 0..<timers { scheduler.schedule(after: .seconds(60 + number % 97)) { total.add(1) }.dispose() }
        }
      }
    ])
}
