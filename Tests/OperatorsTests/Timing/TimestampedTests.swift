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

  @Test func aSchedulerOfAnyTypeHasInstantsThatCanBeCompared() {
    let time = TestScheduler()
    let scheduler: any Scheduler = time
    let times = Recorder(time.hot("--1--2-|").signal.timestamped(on: scheduler).map(\.time))
    time.run()
    #expect(times.values.map(\.description) == ["tick 2", "tick 5"])
    #expect(times.values[0] < times.values[1])
    #expect(times.values[0].duration(to: times.values[1]) == time.ticks(3))
  }

  @Test func battery() {
    Battery.check("timestamped") { (input: Signal<Int, TestFailure>) in
      input.timestamped(on: TestScheduler()).map(\.value)
    }
  }
}
