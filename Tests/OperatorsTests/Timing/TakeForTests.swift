import Operators
import StreamTesting
import Testing

struct TakeForTests {
  @Test func picture() {
    marbles {
      "a-b-c-d-|"
      "a-b-c|"
    } through: { input, time in
      input.take(for: time.ticks(5), on: time)
    }
  }

  @Test(arguments: ["a|", "a#"])
  func anEarlierEndPassesAndFreesTheTimer(line: String) {
    let time = TestScheduler()
    expectMarbles(line, time.cold(line).take(for: time.ticks(5), on: time), on: time)
    #expect(time.pendingCount == 0)
  }

  @Test func theSourceIsDisposedWhenTheTimeIsOver() {
    let time = TestScheduler()
    let source = time.cold("a-b-c-d-|")
    let recorder = Recorder(source.take(for: time.ticks(3), on: time), on: time)
    time.run()
    source.expectSubscriptions("^--!")
    #expect(recorder.completion == .completed)
  }

  @Test func badArgumentsTrap() async {
    await #expect(processExitsWith: .failure) { _ = Signal<Int, Never>.never.take(for: .seconds(-1)) }
  }

  @Test func battery() {
    let time = TestScheduler()
    Battery.check("take for", .usesTime(time), .finishesEarly) { (input: Signal<Int, TestFailure>) in
      input.take(for: .seconds(1_000_000), on: time)
    }
  }
}
