import Operators
import StreamTesting
import Testing

struct SampleEveryTests {
  @Test func picture() {
    marbles {
      "a-b-----c--|"
      "---b--b--c-|"
    } through: { input, time in
      input.sample(every: time.ticks(3), on: time)
    }
  }

  @Test func nothingBeforeTheFirstValue() {
    marbles {
      "----a---"
      "------a--a"
    } through: { input, time in
      input.sample(every: time.ticks(3), on: time)
    }
  }

  @Test func aFailurePassesImmediately() {
    marbles {
      "a---#"
      "---a#"
    } through: { input, time in
      input.sample(every: time.ticks(3), on: time)
    }
  }

  @Test func theBeatIsKeptWhenTimersAreLate() {
    let time = TestScheduler()
    let source = Subject<Int, Never>()
    let recorder = Recorder(source.sample(every: time.ticks(4), on: LaggingScheduler(time: time)), on: time)
    source.send(1)
    time.advance(by: time.ticks(13))
    recorder.dispose()
    #expect(recorder.records.map(\.time.offset) == [5, 9, 13].map(time.ticks))
    #expect(time.pendingCount == 0)
  }

  @Test func badArgumentsTrap() async {
    await #expect(processExitsWith: .failure) { _ = Signal<Int, Never>.never.sample(every: .zero) }
  }

  @Test func battery() {
    let time = TestScheduler()
    Battery.check("sample every", .usesTime(time)) { (input: Signal<Int, TestFailure>) in
      input.sample(every: time.ticks(400), on: time)
    }
  }
}
