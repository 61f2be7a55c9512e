import Operators
import StreamTesting
import Testing

@Suite struct ConcatTests {
  @Test func picture() {
    marbles {
      "1-2|"
      "3-|"
      "1-23-|"
    } through: { a, b, _ in
      concat(a, b)
    }
  }

  @Test func aFailureOfAnyOfThemEndsIt() {
    marbles {
      "1-#"
      "3-|"
      "1-#"
    } through: { a, b, _ in
      concat(a, b)
    }
    marbles {
      "1-2|"
      "3-#"
      "1-23-#"
    } through: { a, b, _ in
      concat(a, b)
    }
  }

  @Test func eachIsTornDownBeforeTheNext() {
    let diary = Diary()
    let ones = Signal<Int, Never>([1])
    #expect(values(concat(diary.watch("a", ones), diary.watch("b", ones), ones)) == [1, 1, 1])
    #expect(diary.all == ["+a", "-a", "+b", "-b"])
    #expect(Recorder(concat(Signal<Int, TestFailure>.fail(TestFailure()), Failing.just(1))).values.isEmpty)
  }

  /// Each subject retains the run that subscribes to it. So the run must retain neither completed subjects nor the
  /// current one.
  @Test func aRunKeepsNoStreamThatHadItsTurn() {
    let probe = LifetimeProbe()
    func concatenate(_ combine: ([Subject<Int, Never>]) -> Signal<Int, Never>) {
      let subjects = [Subject<Int, Never>(), Subject<Int, Never>()]
      combine(subjects).subscribe { [object = probe.object()] _ in object.touch() }
      #expect(probe.liveCount == 1)
      subjects[0].complete()
    }
    concatenate { concat($0) }
    #expect(probe.liveCount == 0)
    concatenate { concat($0[0], $0[1]) }
    #expect(probe.liveCount == 0)
    concatenate { $0[0].concat($0[1]) }
    #expect(probe.liveCount == 0)
  }

  @Test func battery() {
    Battery.check("concat") { (input: Signal<Int, TestFailure>) in concat(input, Failing.empty) }
    Battery.check("concat") { (input: Signal<Int, TestFailure>) in concat(Failing.empty, input) }
  }
}
