import Operators
import StreamTesting
import Testing

struct SkipForTests {
  @Test func picture() {
    marbles {
      "a-b-c-d-e-|"
      "------d-e-|"
    } through: { input, time in
      input.skip(for: time.ticks(5), on: time)
    }
  }

  @Test(arguments: [("a|", "-|"), ("a#", "-#")])
  func anEarlierEndPassesAndFreesTheTimer(line: String, expected: String) {
    let time = TestScheduler()
    expectMarbles(expected, time.cold(line).skip(for: time.ticks(5), on: time), on: time)
    #expect(time.pendingCount == 0)
  }

  @Test func badArgumentsTrap() async {
    await #expect(processExitsWith: .failure) { _ = Signal<Int, Never>.never.skip(for: .seconds(-1)) }
  }

  @Test func battery() {
    let time = TestScheduler()
    Battery.check("skip for", .usesTime(time)) { (input: Signal<Int, TestFailure>) in
      input.skip(for: .zero, on: time)
    }
  }
}
