import Operators
import StreamTesting
import Testing

struct WindowWhereTests {
  @Test func picture() {
    expectWindows("1-2-0-3-0-4-|", "a-----b---c-|", ["1-2-(0|)", "------3-(0|)", "----------4-|"]) { input, _ in
      input.window(endingWhere: { $0 == "0" })
    }
  }

  @Test func pictureOfAStart() {
    expectWindows("1-0-2-0-3-|", "a-b---c---|", ["1-|", "--0-2-|", "------0-3-|"]) { input, _ in
      input.window(startingWhere: { $0 == "0" })
    }
  }

  @Test func aFailureEndsTheWindowAndThenTheResult() {
    expectWindows("1-2#", "a--#", ["1-2#"]) { input, _ in input.window(endingWhere: { $0 == "0" }) }
    expectWindows("0-2#", "a--#", ["0-2#"]) { input, _ in input.window(startingWhere: { $0 == "0" }) }
  }

  @Test func randomListsAreCutAsByChunked() {
    forRandomLists { list, random in
      let modulus = 2 + random.below(3)
      let isZero: @Sendable (Int) -> Bool = { $0 % modulus == 0 }
      let source = Signal(list)
      #expect(windows(source.window(endingWhere: isZero)) == values(source.chunked(endingWhere: isZero)))
      #expect(windows(source.window(startingWhere: isZero)) == values(source.chunked(startingWhere: isZero)))
    }
  }

  @Test func battery() {
    Battery.check("window ending") { (input: Signal<Int, TestFailure>) in
      input.window(endingWhere: { $0 % 2 == 0 }).flatMap { $0 }
    }
    Battery.check("window starting") { (input: Signal<Int, TestFailure>) in
      input.window(startingWhere: { $0 % 2 == 0 }).flatMap { $0 }
    }
  }
}
