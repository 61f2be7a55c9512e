import Operators
import StreamTesting
import Testing

@Suite struct SwitchTests {
  @Test func picture() {
    marbles {
      "a---b---c---"
      "-1-2-3-4-"
      "-5-6-7-"
      "-1-2-5-6----"
    } through: { keys, a, b, _ in
      Signal.switch(keys, cases: ["a": a, "b": b], default: .empty)
    }
  }

  @Test func aFailureOfTheKeysOrOfTheCaseThatIsOnEndsIt() {
    marbles {
      "a---b-#"
      "-1-2-3-4-"
      "-5-6-7-"
      "-1-2-5#"
    } through: { keys, a, b, _ in
      Signal.switch(keys, cases: ["a": a, "b": b], default: .empty)
    }
    marbles {
      "a---b---c---"
      "-1-2-#"  // Replaced before the failure.
      "-5-#"
      "-1-2-5-#"
    } through: { keys, a, b, _ in
      Signal.switch(keys, cases: ["a": a, "b": b], default: .empty)
    }
  }

  @Test func keysAndTheirStreams() {
    let keys = Subject<Int?, TestFailure>()
    let (one, two) = (Subject<Int, TestFailure>(), Subject<Int, TestFailure>())
    let stream = Signal.switch(keys, cases: [1: one, 2: two], default: .just(99))
    let recorder = Recorder(stream)
    one.send(0)
    #expect(recorder.values.isEmpty)
    keys.send(1)
    one.send(1)
    keys.send(2)
    one.fail(TestFailure())
    two.send(2)
    keys.send(nil)
    #expect(recorder.values == [1, 2, 99])
    keys.send(2)
    two.fail(TestFailure())
    #expect(recorder.completion == .failed(TestFailure()))
  }

  /// A departure: for a key without a case, the original sends an error, and the caller provides one here.
  @Test func aKeyWithoutACaseAndOneThatIsNil() {
    let stream = Signal<Int, TestFailure>.switch(
      Signal<Int?, Never>.just(nil), cases: [1: Failing.just(1)], default: .fail(TestFailure("no case")))
    #expect(Recorder(stream).completion == .failed(TestFailure("no case")))
    let explicit = Signal.switch(
      Signal<Int?, Never>.just(nil), cases: [nil: Signal<Int, Never>.just(1)], default: .empty)
    #expect(values(explicit) == [1])
  }

  @Test func battery() {
    Battery.check("switch, the keys") { (input: Signal<Int, TestFailure>) in
      Signal.switch(input, cases: [1: Failing.just(10), 2: Failing.just(20)], default: Failing.just(0))
    }
    Battery.check("switch, a case") { (input: Signal<Int, TestFailure>) in
      Signal.switch(Failing.just(1), cases: [1: input], default: .empty)
    }
    Battery.check("switch, the default") { (input: Signal<Int, TestFailure>) in
      Signal.switch(Failing.just(1), cases: [2: Failing.empty], default: input)
    }
  }
}
