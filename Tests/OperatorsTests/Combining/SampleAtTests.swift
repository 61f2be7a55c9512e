import Operators
import StreamTesting
import Testing

@Suite struct SampleAtTests {
  @Test func picture() {
    marbles {
      "1---2-3-----|"
      "--x--x-x-x----"
      "--1--2-3-3--|"
    } through: { source, ticks, _ in
      source.sample(at: ticks)
    }
  }

  @Test func nothingBeforeTheFirstValueAndThenTheLatestAgainAndAgain() {
    marbles {
      "--1---------|"
      "x---x-x-x|"
      "----1-1-1|"
    } through: { source, ticks, _ in
      source.sample(at: ticks)
    }
  }

  @Test func eitherFails() {
    marbles {
      "1-#"
      "-x--x"
      "-1#"
    } through: { source, ticks, _ in
      source.sample(at: ticks)
    }
    marbles {
      "1----|"
      "-x-#"
      "-1-#"
    } through: { source, ticks, _ in
      source.sample(at: ticks)
    }
  }

  @Test func battery() {
    Battery.check("sample, the source and its ticks") { (input: Signal<Int, TestFailure>) in input.sample(at: input) }
    Battery.check("sample, the ticks") { (input: Signal<Int, TestFailure>) in
      Failing.just(7).concat(Failing.never).sample(at: input)
    }
  }
}
