import Operators
import StreamTesting
import Testing

struct TimestampedTests {
  @Test func picture() {
    let time = TestScheduler()
    let at = { TestScheduler.Instant(offset: time.ticks($0)) }
    expectMarbles(
      "--a--b-|", time.cold("--1--2-|").timestamped(on: time), on: time,
      values: ["a": Timestamped("1", at: at(2)), "b": Timestamped("2", at: at(5))])
  }

  @Test func aFailurePasses() {
    let time = TestScheduler()
    expectMarbles("-#", time.cold("-#").timestamped(on: time), on: time)
  }

  @Test func withoutASchedulerItIsTheContinuousClock() {
    let start = ContinuousClock.now
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
