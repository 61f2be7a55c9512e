import Operators
import StreamTesting
import Testing

struct DebounceUntilTests {
  @Test func picture() {
    marbles {
      "a-b-----c--|"
      "---x"
      "-----b-----(c|)"
    } through: { input, trigger, _ in
      input.debounce(until: { _ in trigger.ignoreFailure() })
    }
  }

  @Test func theCompletionOfAStreamSendsItsValueToo() {
    marbles {
      "a-----|"
      "--|"
      "--a---|"
    } through: { input, trigger, _ in
      input.debounce(until: { _ in trigger.ignoreFailure() })
    }
  }

  @Test func eachValueHasAStreamOfItsOwn() {
    let time = TestScheduler()
    let source = time.cold("1----3------|").map { Int($0)! }
    expectMarbles("-1------3---|", source.debounce(until: { Signal.timer(after: time.ticks($0), on: time) }), on: time)
  }

  @Test func aTriggerThatEmitsSynchronouslyPassesItsValueImmediately() {
    #expect(Recorder(Signal([1, 2]).debounce(until: { _ in Signal.just(()) })).values == [1, 2])
  }

  @Test func aNewValueDisposesTheStreamOfTheOneBefore() {
    let time = TestScheduler()
    let trigger = time.cold("---x")
    let recorder = Recorder(time.cold("a-b-----|").debounce(until: { _ in trigger.infallible }), on: time)
    time.run()
    trigger.expectSubscriptions("^-!", "--^--!")
    #expect(recorder.marbles == "-----b--|")
  }

  @Test func aFailureDropsTheValueThatWaits() {
    marbles {
      "a-#"
      "---x"
      "--#"
    } through: { input, trigger, _ in
      input.debounce(until: { _ in trigger.ignoreFailure() })
    }
  }

  @Test func disposingFreesTheStreamOfTheValue() {
    let time = TestScheduler()
    let recorder = Recorder(
      time.cold("a").debounce(until: { _ in Signal.timer(after: time.ticks(9), on: time) }), on: time)
    time.advance()
    #expect(time.pendingCount == 1)
    recorder.dispose()
    #expect(time.pendingCount == 0)
  }

  @Test func battery() {
    Battery.check("debounce until") { (input: Signal<Int, TestFailure>) in
      input.debounce(until: { _ in Signal<Void, Never>.just(()) })
    }
  }
}
