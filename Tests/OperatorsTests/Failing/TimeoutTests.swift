import Operators
import StreamTesting
import Subjects
import Testing

struct TimeoutTests {
  private let late = MarbleFailure("late")

  @Test func picture() {
    marbles {
      "1---2-----3-|"
      "1---2----#"
    } through: { input, time in
      input.timeout(after: time.ticks(5), on: time, failure: late)
    }
    marbles {
      "1---2-----3-|"
      "1---2-----3-|"
    } through: { input, time in
      input.timeout(after: time.ticks(5), of: .firstValue, on: time, failure: late)
    }
    marbles {
      "1---2-----3-|"
      "1---2#"
    } through: { input, time in
      input.timeout(after: time.ticks(5), of: .wholeStream, on: time, failure: late)
    }
  }

  @Test func pictureOfTheFirstValueThatIsLate() {
    marbles {
      "------1-|"
      "-----#"
    } through: { input, time in
      input.timeout(after: time.ticks(5), of: .firstValue, on: time, failure: late)
    }
  }

  @Test func pictureOfANextValueThatIsTheFirst() {
    marbles {
      "------1-|"
      "-----#"
    } through: { input, time in
      input.timeout(after: time.ticks(5), on: time, failure: late)
    }
  }

  @Test func pictureOfAReplacement() {
    marbles {
      "1---2-----3-|"
      "8-9|"
      "1---2----8-9|"
    } through: { input, other, time in
      input.timeout(after: time.ticks(5), on: time, to: other)
    }
  }

  @Test func aFailureOfTheSourceIsNotReplaced() {
    marbles {
      "1-#"
      "8-9|"
      "1-#"
    } through: { input, other, time in
      input.timeout(after: time.ticks(5), on: time, to: other)
    }
  }

  @Test func failsWhenTheTimeIsOverAndPassesEventsBefore() {
    let time = TestScheduler()
    let source = time.cold("1-2-----")
    let recorder = Recorder(source.timeout(after: time.ticks(5), of: .wholeStream, on: time, failure: late), on: time)
    time.run()
    #expect(recorder.completion == .failed(late))
    source.expectSubscriptions("^----!")
  }

  @Test(arguments: ["1-|", "1-#"])
  func theEndLeavesNoTimer(line: String) {
    let time = TestScheduler()
    let recorder = Recorder(time.cold(line).timeout(after: time.ticks(50), on: time, failure: late), on: time)
    time.advance(by: time.ticks(3))
    #expect(recorder.marbles == line)
    #expect(time.pendingCount == 0)
  }

  @Test func disposalLeavesNoTimer() {
    let time = TestScheduler()
    let recorder = Recorder(time.cold("1").timeout(after: time.ticks(50), on: time, failure: late), on: time)
    recorder.dispose()
    #expect(time.pendingCount == 0)
  }

  @Test func theFirstValueFreesItsTimer() {
    let time = TestScheduler()
    let source = time.cold("-1")
    let recorder = Recorder(source.timeout(after: time.ticks(50), of: .firstValue, on: time, failure: late), on: time)
    time.advance(by: time.ticks(1))
    #expect(time.pendingCount == 0)
    recorder.dispose()
  }

  @Test func aStreamThatCannotFailCanBeLate() {
    let time = TestScheduler()
    let stream: Signal<Int, Oops> = Signal<Int, Never>.never.timeout(after: time.ticks(2), on: time, failure: Oops.oops)
    expectMarbles("--#", stream, on: time)
  }

  @Test func aTimeOfZeroAdmitsSynchronousValuesOnly() {
    let time = TestScheduler()
    let subject = Subject<Int, TestFailure>()
    let values = Counter()
    let failures = Counter()
    Signal<Int, TestFailure>.just(1).concat(subject.signal)
      .timeout(after: .zero, of: .nextValue, on: time, failure: TestFailure())
      .subscribe(next: { _ in values.up() }, failed: { _ in failures.up() })
    #expect(values.count == 1 && failures.count == 0)
    time.run()
    #expect(values.count == 1 && failures.count == 1)
  }

  @Test func badArgumentsTrap() async {
    await #expect(processExitsWith: .failure) {
      _ = Signal<Int, TestFailure>.never.timeout(after: .seconds(-1), failure: TestFailure())
    }
    await #expect(processExitsWith: .failure) {
      _ = Signal<Int, TestFailure>.never.timeout(after: .seconds(1), on: .immediate, failure: TestFailure())
    }
  }

  @Test func battery() {
    let time = TestScheduler()
    for scope in [TimeoutScope.firstValue, .nextValue, .wholeStream] {
      Battery.check("timeout \(scope)", .usesTime(time)) { (input: Signal<Int, TestFailure>) in
        input.timeout(after: .seconds(1_000_000), of: scope, on: time, failure: TestFailure("late"))
      }
      Battery.check("timeout \(scope) to another", .usesTime(time)) { (input: Signal<Int, TestFailure>) in
        input.timeout(after: .seconds(1_000_000), of: scope, on: time, to: Signal<Int, TestFailure>.just(9))
      }
    }
    Battery.check("timeout to another, which is the input", .usesTime(time)) { (input: Signal<Int, TestFailure>) in
      Signal<Int, TestFailure>.never.timeout(after: time.ticks(1), on: time, to: input)
    }
  }
}
