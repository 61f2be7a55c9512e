import Operators
import StreamTesting
import Testing

struct TimestampedTests {
  @Test func picture() {
    let at = { TestScheduler.Instant(offset: TestScheduler.tick * $0) }
    marbles(values: ["a": Timestamped("1", at: at(2)), "b": Timestamped("2", at: at(5))]) {
      "--1--2-|"
      "--a--b-|"
    } through: { input, time in
      input.timestamped(on: time)
    }
  }

  @Test func aFailurePasses() {
    marbles {
      "-#"
      "-#"
    } through: { input, time in
      input.timestamped(on: time)
    }
  }

  @Test func withoutASchedulerItIsTheSuspendingClock() {
    let start = SuspendingClock.now
    let stamped = Recorder(Signal([1]).timestamped()).values[0]
    #expect(stamped.time >= start)
    #expect(stamped.time <= .now)
  }

  @Test func battery() {
    Battery.check("timestamped") { (input: Signal<Int, TestFailure>) in
      input.timestamped(on: TestScheduler()).map(\.value)
    }
  }
}
