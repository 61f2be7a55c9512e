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

  @Test func aFailurePassesAtOnce() {
    marbles {
      "a---#"
      "---a#"
    } through: { input, time in
      input.sample(every: time.ticks(3), on: time)
    }
  }

  @Test func theBeatIsKeptWhenASampleIsLate() {
    let time = TestScheduler()
    let source = Subject<Int, Never>()
    let slow = source.sample(every: time.ticks(4), on: time).on(next: { _ in
      if time.now.offset == time.ticks(4) { time.advance(by: time.ticks(1)) }
    })
    let recorder = Recorder(slow, on: time)
    source.send(1)
    time.advance(by: time.ticks(12))
    recorder.dispose()
    #expect(recorder.records.map(\.time.offset) == [5, 8, 12].map(time.ticks))
    #expect(time.pendingCount == 0)
  }

  @Test func badArgumentsTrap() async {
    await #expect(processExitsWith: .failure) { _ = Signal<Int, Never>.never.sample(every: .zero) }
  }

  @Test func battery() {
    let time = TestScheduler()
    Battery.check("sample every", .usesTime(time)) { (input: Signal<Int, TestFailure>) in
      input.sample(every: .seconds(10_000), on: time)
    }
  }
}
