import Operators
import StreamTesting
import Testing

struct TimerTests {
  @Test func picture() {
    let time = TestScheduler()
    expectMarbles("---(v|)", Signal.timer(after: time.ticks(3), on: time).map { "v" }, on: time)
  }

  @Test func zeroWaitsForATurn() {
    let time = TestScheduler()
    let recorder = Recorder(Signal.timer(after: .zero, on: time), on: time)
    #expect(recorder.events.isEmpty)
    time.advance()
    #expect(recorder.events.count == 2)
  }

  @Test func withoutASchedulerItHasAQueueOfItsOwn() async {
    let recorder = Recorder(Signal.timer(after: .milliseconds(1)))
    await recorder.waitForEnd()
    #expect(recorder.values.count == 1)
  }

  @Test func disposingInTheHandlerSuppressesTheEnd() {
    let time = TestScheduler()
    let recorder = Recorder(Signal.timer(after: .zero, on: time), on: time, disposingAfter: 1)
    time.advance()
    #expect(recorder.completion == nil)
  }

  @Test func disposingFreesTheTimer() {
    let time = TestScheduler()
    let recorder = Recorder(Signal.timer(after: time.ticks(2), on: time), on: time)
    recorder.dispose()
    #expect(time.pendingCount == 0)
  }

  @Test func badArgumentsTrap() async {
    await #expect(processExitsWith: .failure) { _ = Signal.timer(after: .seconds(-1)) }
    await #expect(processExitsWith: .failure) { _ = Signal.timer(after: .seconds(1), on: .immediate) }
    await #expect(processExitsWith: .failure) { _ = Signal.timer(after: .seconds(1), tolerance: .seconds(-1)) }
  }

  @Test func battery() {
    let time = TestScheduler()
    Battery.check(stream: "timer", .usesTime(time)) { Signal.timer(after: time.ticks(2), on: time) }
  }
}
