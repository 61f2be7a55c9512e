import Operators
import StreamTesting
import Testing

struct MaterializeTests {
  @Test func pictureOfAFailure() {
    expectPicture("1--2--#", "a--b--(c|)", output: ["a": "next(1)", "b": "next(2)", "c": "failed"]) { (source: Ints) in
      source.materialize().map(name)
    }
  }

  @Test func completionIsAValueToo() {
    expectPicture("1--|", "a--(c|)", output: ["a": "next(1)", "c": "completed"]) { (source: Ints) in
      source.materialize().map(name)
    }
  }

  @Test func aSubscriberThatHasEnoughGetsNoEnd() {
    expectPicture("1--|", "(a|)", output: ["a": "next(1)"]) { (source: Ints) in
      source.materialize().map(name).take(1)
    }
  }

  @Test func battery() {
    Battery.check("materialize", .handlesFailure) { (input: Signal<Int, TestFailure>) in input.materialize() }
  }
}

@Sendable
private func name(_ event: Event<Int, Oops>) -> String {
  switch event {
  case .next(let value): "next(\(value))"
  case .failed: "failed"
  case .completed: "completed"
  }
}
