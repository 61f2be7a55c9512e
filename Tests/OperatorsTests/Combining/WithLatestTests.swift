import Operators
import StreamTesting
import Testing

@Suite struct WithLatestTests {
  @Test func picture() {
    marbles(values: ["x": "1a", "y": "2b", "z": "3b"]) {
      "--1---2----3-|"
      "a---b---------c--"
      "--x---y----z-|"
    } through: { source, other, _ in
      source.withLatest(from: other).map { $0 + $1 }
    }
  }

  @Test func valuesBeforeTheOtherAreDroppedAndItsLastValueStaysInUse() {
    marbles(values: ["x": "2a", "y": "3a"]) {
      "1--2--3-|"
      "-a|"
      "---x--y-|"
    } through: { source, other, _ in
      source.withLatest(from: other).map { $0 + $1 }
    }
    marbles {
      "1--2--3-|"
      "--#"
      "--#"
    } through: { source, other, _ in
      source.withLatest(from: other).map { $0 + $1 }
    }
  }

  @Test func aClosureReplacesThePair() {
    let sum = Signal([1, 2]).withLatest(from: Signal([5])) { $0 + $1 }
    #expect(values(sum) == [6, 7])
    let failing = Recorder(Signal([1]).withLatest(from: Failing.fail(TestFailure())) { $0 + $1 })
    #expect(failing.completion == .failed(TestFailure()))
    #expect(values(Failing.just(1).withLatest(from: Failing.just(2)) { $0 * $1 }) == [2])
  }

  @Test func battery() {
    Battery.check("withLatest") { (input: Signal<Int, TestFailure>) in
      input.withLatest(from: Signal<Int, Never>.just(0)).map { $0 + $1 }
    }
    Battery.check("withLatest", .emitsNothing, .keepsRunning) { (input: Signal<Int, TestFailure>) in
      Signal<Int, TestFailure>.never.withLatest(from: input).map { $0 + $1 }
    }
  }
}
