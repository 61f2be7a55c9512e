import Operators
import StreamTesting
import Testing

struct IntervalTests {
  @Test func picture() {
    marbles {
      "--0-1-2-3"
    } through: { time in
      Signal.interval(every: time.ticks(2), on: time)
    }
  }

  /// The original is given some slack for each tick; virtual time needs none.
  @Test func b51_theBeatIsKeptAndTakeStopsIt() {
    marbles {
      "--0-1-(2|)"
    } through: { time in
      Signal.interval(every: time.ticks(2), on: time).take(3)
    }
  }

  @Test func b51_ticksComeFromTheSchedulerItIsGiven() async {
    let recorder = Recorder(Signal.interval(every: .milliseconds(1)).take(3))
    await recorder.waitForEnd()
    #expect(recorder.values == [0, 1, 2])
  }

  @Test func aLateTickShortensTheWaitForTheNext() {
    let time = TestScheduler()
    let recorder = Recorder(
      Signal.interval(every: time.ticks(4), on: time).on(next: { if $0 == 0 { time.advance(by: time.ticks(3)) } }),
      on: time)
    time.advance(by: time.ticks(13))
    #expect(recorder.records.map(\.time.offset) == [time.ticks(7), time.ticks(8), time.ticks(12)])
    recorder.dispose()
  }

  @Test func everySubscriberCountsForItself() {
    let time = TestScheduler()
    let stream = Signal.interval(every: time.ticks(2), on: time)
    expectMarbles("--0-1", stream, on: time)
    expectMarbles("--0-1", stream, on: time)
  }

  @Test func disposingFreesTheTimer() {
    let time = TestScheduler()
    let recorder = Recorder(Signal.interval(every: time.ticks(2), on: time), on: time)
    #expect(time.pendingCount == 1)
    recorder.dispose()
    #expect(time.pendingCount == 0)
  }

  @Test func badArgumentsTrap() async {
    await #expect(processExitsWith: .failure) { _ = Signal.interval(every: .zero) }
    await #expect(processExitsWith: .failure) { _ = Signal.interval(every: .seconds(1), on: .immediate) }
    await #expect(processExitsWith: .failure) { _ = Signal.interval(every: .seconds(1), tolerance: .seconds(-1)) }
  }

  @Test func battery() {
    let time = TestScheduler()
    Battery.check(stream: "interval", .usesTime(time)) { Signal.interval(every: time.ticks(2), on: time) }
  }
}
