import Operators
import StreamTesting
import Testing

@Suite struct IfTests {
  @Test func streamsWrittenWithADot() {
    let time = TestScheduler()
    let condition = BehaviorSubject<Bool, Never>(false)
    let values = Recorder(
      Signal.if(condition, then: .interval(every: time.ticks(1), on: time), else: .just(-1)), on: time)
    condition.value = true
    time.advance(by: time.ticks(2))
    #expect(values.values == [-1, 0, 1])
    values.dispose()
  }

  @Test func picture() {
    marbles {
      "t---f---t-|"
      "-1-2-3-4-5|"
      "-7-8-9-"
      "-1-2-7-8-1-2-3-4-5|"
    } through: { condition, positive, negative, _ in
      Signal.if(condition.map { $0 == "t" }, then: positive, else: negative)
    }
  }

  @Test func aFailureOfTheConditionOrOfTheActiveBranchEndsIt() {
    marbles {
      "t---f-#"
      "-1-2-3-4-5|"
      "-7-8-9-"
      "-1-2-7#"
    } through: { condition, positive, negative, _ in
      Signal.if(condition.map { $0 == "t" }, then: positive, else: negative)
    }
    marbles {
      "t---f---t-|"
      "-1-2-#"  // Replaced before the failure.
      "-7-#"
      "-1-2-7-#"
    } through: { condition, positive, negative, _ in
      Signal.if(condition.map { $0 == "t" }, then: positive, else: negative)
    }
  }

  @Test func theInactiveBranchIsIgnoredAndBothEndsAreNeeded() {
    let condition = Subject<Bool, TestFailure>()
    let (positive, negative) = (Subject<Int, TestFailure>(), Subject<Int, TestFailure>())
    let recorder = Recorder(Signal.if(condition, then: positive, else: negative))
    positive.send(0)
    condition.send(true)
    negative.send(1)
    positive.send(2)
    negative.fail(TestFailure())
    #expect(recorder.events == [.next(2)])
    positive.complete()
    #expect(recorder.completion == nil)
    condition.complete()
    #expect(recorder.completion == .completed)
  }

  @Test func battery() {
    Battery.check("if, the condition") { (input: Signal<Int, TestFailure>) in
      Signal.if(input.map { $0 % 2 == 0 }, then: Failing.just(1), else: Failing.just(2))
    }
    Battery.check("if, then") { (input: Signal<Int, TestFailure>) in
      Signal.if(Signal<Bool, TestFailure>.just(true), then: input, else: Failing.never)
    }
    Battery.check("if, else") { (input: Signal<Int, TestFailure>) in
      Signal.if(Signal<Bool, TestFailure>.just(false), then: Failing.never, else: input)
    }
  }
}
