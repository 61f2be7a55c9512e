import Dispatch
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

  /// The original needs some tolerance for each tick; virtual time needs none.
  @Test func theBeatIsKeptAndTakeStopsIt() {
    marbles {
      "--0-1-(2|)"
    } through: { time in
      Signal.interval(every: time.ticks(2), on: time).take(3)
    }
  }

  /// Real time. The machine determines how late the ticks are, so the test checks only that none is early.
  @Test(arguments: [true, false]) func ticksArriveOnTheSchedulerAndNeverTooEarly(onMain: Bool) async {
    let interval = Duration.milliseconds(2)
    let start = SuspendingClock.now
    let ticks = onMain ? Signal.interval(every: interval, on: .main) : Signal.interval(every: interval)
    let recorder = Recorder(
      ticks.on(next: { _ in dispatchPrecondition(condition: onMain ? .onQueue(.main) : .notOnQueue(.main)) })
        .timestamped().take(3))
    await recorder.waitForEnd()
    #expect(recorder.values.map(\.value) == [0, 1, 2])
    for (number, tick) in recorder.values.enumerated() {
      #expect(start.duration(to: tick.time) >= interval * (number + 1))
    }
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

  /// B18: after an hour without a run there is one late beat, or 3,600 in a row with `.catchUp`.
  @Test(arguments: [MissedBeats.skip, .catchUp])
  func missedBeatsAreLeftOutUnlessTheyAreAskedFor(_ missed: MissedBeats) {
    let time = TestScheduler()
    let recorder = Recorder(
      Signal.interval(every: .seconds(1), missedBeats: missed, on: time)
        .on(next: { if $0 == 0 { time.advance(by: .seconds(3_600) + .milliseconds(500)) } }),
      on: time)
    time.advance(by: .seconds(1))
    time.advance(to: .init(offset: .seconds(3_603)))
    let late = missed == .skip ? 1 : 3_600
    #expect(recorder.values == Array(0...2 + late))
    #expect(recorder.records.suffix(2).map(\.time.offset) == [.seconds(3_602), .seconds(3_603)])
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
