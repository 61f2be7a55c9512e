import Operators
import StreamTesting
import Testing

struct TimeoutUntilTests {
  @Test func picture() {
    marbles {
      "1---2-------|"
      "-----x"
      "1---2----#"
    } through: { input, trigger, _ in
      input.timeout(until: { _ in trigger.ignoreFailure() }, failure: MarbleFailure())
    }
  }

  @Test func theSubscriptionMakesTheFirstTrigger() {
    let time = TestScheduler()
    let source = time.cold("----1-|").infallible
    let limited = source.timeout(
      until: { $0 == nil ? Signal.timer(after: time.ticks(2), on: time) : .never }, failure: TestFailure())
    expectMarbles("--#", limited, on: time)
    #expect(time.pendingCount == 0)
  }

  @Test func theSourceMayEndInTime() {
    marbles {
      "1-2-|"
      "-----x"
      "1-2-|"
    } through: { input, trigger, _ in
      input.timeout(until: { _ in trigger.ignoreFailure() }, failure: MarbleFailure("late"))
    }
  }

  @Test func battery() {
    Battery.check("timeout until") { (input: Signal<Int, TestFailure>) in
      input.timeout(until: { _ in Signal<Void, Never>.never }, failure: TestFailure("late"))
    }
  }
}
