import Operators
import StreamTesting
import Testing

struct MeasuredTests {
  @Test func picture() {
    let ticks = TestScheduler.tick
    marbles(values: ["a": Measured("1", after: ticks * 2), "b": Measured("2", after: ticks * 4)]) {
      "--1---2|"
      "--a---b|"
    } through: { input, time in
      input.measured(on: time)
    }
  }

  @Test func everySubscriptionHasAStartOfItsOwn() {
    let time = TestScheduler()
    let stream = time.cold("--1").measured(on: time).map(\.interval)
    let first = Recorder(stream, on: time)
    time.advance(by: time.ticks(7))
    let second = Recorder(stream, on: time)
    time.run()
    #expect(first.values == [time.ticks(2)])
    #expect(second.values == [time.ticks(2)])
  }

  @Test func aFailurePasses() {
    marbles {
      "-#"
      "-#"
    } through: { input, time in
      input.measured(on: time)
    }
  }

  @Test func battery() {
    Battery.check("measured") { (input: Signal<Int, TestFailure>) in
      input.measured(on: TestScheduler()).map(\.value)
    }
  }
}
