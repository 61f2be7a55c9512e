import Operators
import StreamTesting
import Testing

@Suite struct FilterAwaitingTests {
  @Test func passesOnAcceptedValues() {
    expectPicture("-1-------(3|)") { work in
      work.source("1-2---3--|").filter(awaiting: .concat) { await work.take($0) != 2 }
    }
  }

  @Test func keepsTheOrder() {
    expectPicture("----(423|)") { work in
      work.source("(4123)|").filter(awaiting: .ordered(maxConcurrent: 4)) { await work.take($0) > 1 }
    }
  }

  @Test func failsWithTheFunction() {
    let numbers: Signal<Int, Never> = Signal([1, 9])
    expectPicture("-1----#") { work in
      numbers.filter(awaiting: .merge(maxConcurrent: 2)) { number async throws(Oops) in
        try await work.take(upToFive: number) > 0
      }
    }
  }
}
