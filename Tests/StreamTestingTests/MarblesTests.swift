import StreamTesting
import Testing

@Suite struct MarblesTests {
  @Test func aPictureOfOneInput() {
    marbles {
      "ab--c----d|"
      "-ab--c----d|"
    } through: { input, time in
      delayValues(input, by: time.ticks(1), on: time)
    }
  }

  @Test func aPictureOfTwoInputs() {
    marbles {
      "a--b---c|"
      "-1--(23)-|"
      "a1-b(23)--c|"
    } through: { one, other, _ in
      mergeAll(one, other)
    }
  }

  @Test func aPictureOfThreeInputs() {
    marbles {
      "a|"
      "-b|"
      "--c#"
      "abc#"
    } through: { one, two, three, _ in
      mergeAll(one, two, three)
    }
  }

  @Test func valuesOfOtherTypes() {
    marbles(inputs: { $0.wholeNumberValue ?? 0 }, values: ["x": 10, "y": 20]) {
      "1-2-3|"
      "x-y--|"
    } through: { input, _ in
      input.apply(Times(factor: 10)).apply(LessThan(limit: 25))
    }
  }

  @Test func spacesAreLayoutAndAGroupIsOneTick() {
    marbles {
      "(ab) - c|"
      "(ab)   -   c |"
    } through: { input, _ in
      input
    }
  }

  @Test func aFailureShowsBothLinesAndTheFirstDifference() {
    withKnownIssue {
      marbles {
        "ab--c|"
        "a--b-c|"
      } through: { input, _ in
        input
      }
    } matching: { issue in
      issue.text.contains("expected nothing at tick 1, got b")
        && issue.text.contains("  input     ab--c|\n")
        && issue.text.contains("  expected  a--b-c|\n")
        && issue.text.contains("  actual    ab--c|\n             ^")
    }
  }

  @Test func aFailureNamesTheMissingEvents() {
    withKnownIssue {
      marbles {
        "a---|"
        "a-(bc)-|"
      } through: { input, _ in
        input
      }
    } matching: { issue in
      issue.text.contains("expected b at tick 2, got nothing")
        && issue.text.contains("  expected  a-(bc)-|\n")
        && issue.text.contains("  actual    a--   -|\n              ^")
    }
  }

  @Test func theOrderAtOneInstantMatters() {
    withKnownIssue {
      expectMarbles("(ab|)", TestScheduler().cold("").signal, on: TestScheduler())
    } matching: {
      $0.text.contains("expected a at tick 0, got nothing")
    }
    withKnownIssue {
      let time = TestScheduler()
      expectMarbles("(ab|)", time.cold("(ba|)"), on: time)
    } matching: {
      $0.text.contains("expected a at tick 0, got b")
    }
  }

  @Test func aDashAtTheEndExpectsNoEvent() {
    let time = TestScheduler()
    expectMarbles("a-", time.cold("a--b"), on: time)
    withKnownIssue {
      expectMarbles("a---", time.cold("a--b"), on: time)
    } matching: {
      $0.text.contains("expected nothing at tick 3, got b")
    }
  }

  @Test func longValuesAreShownInBrackets() {
    withKnownIssue {
      let time = TestScheduler()
      expectMarbles("x|", time.cold("a|", values: ["a": "hello"]), on: time)
    } matching: {
      $0.text.contains("expected x at tick 0, got <hello>")
    }
    let time = TestScheduler()
    expectMarbles("x|", time.cold("a|", values: ["a": "hello"]), on: time, values: ["x": "hello"])
  }

  @Test(arguments: [
    ("a(b-)|", "time cannot pass inside a group, at character 4.\n  a(b-)|\n     ^"),
    ("a(b", "this group is not closed, at character 2.\n  a(b\n   ^"),
    ("ab)", "no group is open, at character 3."),
    ("()", "the group is empty, at character 2."),
    ("((a))", "a group cannot be inside a group, at character 2."),
    ("a|b", "there is \"b\" after the end, at character 3."),
    ("a;b", "\";\" is none of - | # ( ), a letter, a digit or a space, at character 2."),
    ("a^b", "\"^\" is none of"),
  ])
  func aLineThatCannotBeReadFailsWithACaret(_ line: String, _ problem: String) {
    withKnownIssue {
      let time = TestScheduler()
      expectMarbles(line, Signal<String, Never>.never, on: time)
    } matching: {
      $0.text.contains(problem)
    }
  }

  @Test func theNumberOfLinesMustFit() {
    withKnownIssue {
      marbles {
        "a|"
        "b|"
        "ab|"
      } through: { input, _ in
        input
      }
    } matching: {
      $0.text.contains("needs 2 lines, 1 for inputs and one for the output, got 3")
    }
  }

  @Test func coldSourcesBeginWithTheSubscriptionAndHotOnesContinue() {
    let time = TestScheduler()
    let cold = time.cold("a-b|")
    let hot = time.hot("a-b-c|")
    time.advance(by: time.ticks(2))
    let fromCold = Recorder(cold, on: time)
    let fromHot = Recorder(hot, on: time, disposingAfter: 1)
    time.advance(by: time.ticks(1))
    let late = Recorder(hot, on: time)
    time.run()
    #expect(fromCold.marbles == "--a-b|")
    #expect(fromHot.marbles == "----c")
    #expect(late.marbles == "----c|")
    cold.expectSubscriptions("--^--!")
    hot.expectSubscriptions("--^-!", "---^ -!")
    #expect(hot.subscriptions == ["--^-!", "---^-!"])
    #expect(hot.subscriberCount == 0)
  }

  @Test func wrongSubscriptionsAreShown() {
    withKnownIssue {
      let time = TestScheduler()
      let source = time.cold("a|")
      expectMarbles("a|", source, on: time)
      source.expectSubscriptions("^-!")
    } matching: {
      $0.text.contains("expected  ^-!") && $0.text.contains("actual    ^!")
    }
  }

  @Test func anUnfinishedHotSourceIsReleased() {
    let probe = LifetimeProbe()
    do {
      let time = TestScheduler()
      let source = time.hot("--a--", values: ["a": probe.object()])
      _ = Recorder(source, on: time)
      source.subscribe(next: { _ in }, failed: { _ in })
      time.cold("--a--").subscribe(next: { [object = probe.object()] _ in object.touch() }, failed: { _ in })
    }
    #expect(probe.liveCount == 0)
  }
}

/// Pictures of operators with faulty disposal.
@Suite struct DisposedPictureTests {
  typealias Strings = Signal<String, MarbleFailure>

  /// Forwards all events, and returns the disposable that `leaving` makes of the inner subscription.
  private func relay(_ input: Strings, leaving: @escaping @Sendable (Disposable) -> Disposable) -> Strings {
    Signal { observer in leaving(input.subscribeEvents { observer.send($0) }) }
  }

  private func expectProblem(_ texts: String..., through body: (Strings, TestScheduler) -> Strings) {
    withKnownIssue {
      marbles {
        "-a-b-|"
        "-a-b-|"
      } through: {
        body($0, $1)
      }
    } matching: { issue in
      texts.allSatisfy(issue.text.contains)
    }
  }

  @Test func anOperatorThatStaysSubscribed() {
    expectProblem("disposed before the time advances", "expected  [(^!)]\n", "actual    [^]") { input, _ in
      relay(input, leaving: { _ in Disposable {} })
    }
  }

  @Test func anOperatorThatStaysSubscribedLaterOn() {
    expectProblem("disposed at tick 1", "expected  [^!]", "actual    [^]") { input, time in
      relay(
        input,
        leaving: { inner in
          Disposable { if time.now.offset == .zero { inner.dispose() } }
        })
    }
  }

  @Test func oneThatLeavesATimer() {
    expectProblem("1 action remains in the scheduler if", "disposed before the time advances.") { input, time in
      relay(
        input,
        leaving: { inner in
          time.schedule(after: time.ticks(50)) {}
          return inner
        })
    }
  }

  @Test func oneThatCountsItsRuns() {
    var runs = 0
    expectProblem("disposed before the time advances", "actual    (xy|)") { input, _ in
      runs += 1
      return runs == 1 ? input : elements("x", "y")
    }
    runs = 0
    expectProblem("disposed at tick 1.\n  expected  -a\n  actual ") { input, _ in
      runs += 1
      return input.apply(Not(left: runs > 2 ? "a" : ""))
    }
  }

  @Test func sourcesMadeByTheTestAreLookedAfter() {
    marbles {
      "-a-b-|"
    } through: { time in
      let late = time.cold("--|")
      return mergeAll(time.cold("-a-b|").signal, late.signal, time.hot("-----|").signal)
    }
    withKnownIssue {
      marbles {
        "-a-b-|"
      } through: { time in
        relay(time.hot("-a-b-|").signal, leaving: { _ in Disposable {} })
      }
    } matching: {
      $0.text.contains("the subscriptions to its sources differ")
    }
  }

  /// A source that is over, or was not subscribed to yet, has nothing to dispose.
  @Test func sourcesThatAreOverOrWereNeverSubscribedTo() {
    marbles {
      "a|"
      "-b--|"
      "ab--|"
    } through: { first, second, time in
      _ = time.cold("x")
      return mergeAll(first, second)
    }
  }
}

@Suite struct RecorderTests {
  @Test func recordsEventsAndTimes() {
    let time = TestScheduler()
    let recorder = Recorder(time.cold("a-b#"), on: time)
    time.run()
    #expect(recorder.events == [.next("a"), .next("b"), .failed(MarbleFailure())])
    #expect(recorder.records.map(\.time.offset) == [0, 2, 3].map { time.ticks($0) })
    #expect(recorder.completion == .failed(MarbleFailure()))
    #expect(recorder.isDisposed)
  }

  @Test func disposesAtACountAndAtATime() {
    let time = TestScheduler()
    let source = time.cold("abcd|")
    let counted = Recorder(source, on: time, disposingAfter: 2)
    let timed = Recorder(source, on: time)
    let never = Recorder(source, on: time, disposingAfter: 0)
    timed.dispose(at: time.now.advanced(by: time.ticks(2)), on: time)
    time.run()
    #expect(counted.values == ["a", "b"])
    #expect(timed.values == ["a", "b", "c"])
    #expect(never.values.isEmpty)
    #expect(Recorder(Signal([1, 2, 3]), disposingAfter: 2).values == [1, 2])
  }

  @Test func waitsForValuesOfOtherThreads() async {
    let recorder = Recorder(
      Signal<Int, Never> { observer in
        Task.detached {
          for number in 0..<100 { observer.send(number) }
          observer.complete()
        }
      })
    await recorder.waitForValues(50)
    #expect(recorder.values.count >= 50)
    #expect(await recorder.waitForEnd() == .completed)
    #expect(recorder.values == Array(0..<100))
  }

  @Test func releasingItDisposes() {
    let time = TestScheduler()
    let source = time.cold("-a")
    _ = Recorder(source, on: time)
    source.expectSubscriptions("(^!)")
  }
}

extension Issue {
  var text: String { comments.map(\.rawValue).joined(separator: "\n") }
}

private struct Times: Operator {
  let factor: Int
  func step(_ input: Int) -> Step<Int> { .emit(input * factor) }
}

private struct Not: Operator {
  let left: String
  func step(_ input: String) -> Step<String> { input != left ? .emit(input) : .skip }
}

private struct LessThan: Operator {
  let limit: Int
  func step(_ input: Int) -> Step<Int> { input < limit ? .emit(input) : .skip }
}

private func elements(_ all: String...) -> Signal<String, MarbleFailure> {
  Signal { observer in
    for one in all { observer.send(one) }
    observer.complete()
  }
}

private func mergeAll(_ all: Signal<String, MarbleFailure>...) -> Signal<String, MarbleFailure> {
  Signal { observer in
    let left = Lock(all.count)
    let members = CompositeDisposable()
    for one in all {
      members.add(
        one.subscribe(
          next: { observer.send($0) }, failed: { observer.fail($0) },
          completed: {
            if left.withLock({
              $0 -= 1; return $0
            }) == 0 {
              observer.complete()
            }
          }))
    }
    return Disposable(members)
  }
}

/// Delays values and completion; a failure passes immediately.
private func delayValues(
  _ input: Signal<String, MarbleFailure>, by delay: Duration, on time: TestScheduler
) -> Signal<String, MarbleFailure> {
  Signal { observer in
    let members = CompositeDisposable()
    members.add(
      input.subscribe(
        next: { value in members.add(time.schedule(after: delay) { observer.send(value) }) },
        failed: { observer.fail($0) },
        completed: { members.add(time.schedule(after: delay) { observer.complete() }) }))
    return Disposable(members)
  }
}
