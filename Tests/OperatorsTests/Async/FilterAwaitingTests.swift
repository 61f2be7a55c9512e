import Operators
import StreamTesting
import Testing

@Suite struct FilterAwaitingTests {
  private let work = Work()

  @Test func passesOnWhatIsWanted() {
    let result = work.source("1-2---3--|").filter(awaiting: .concat) { [work] in await work.take($0) != 2 }
    expectMarbles("-1-------(3|)", result, on: work.time)
  }

  @Test func keepsTheOrder() {
    let result = work.source("(4123)|").filter(awaiting: .ordered(maxConcurrent: 4)) { [work] in await work.take($0) > 1
    }
    expectMarbles("----(423|)", result, on: work.time)
  }

  @Test func failsWithTheFunction() {
    let numbers: Signal<Int, Never> = Signal([1, 9])
    let result = numbers.filter(awaiting: .unordered(maxConcurrent: 2)) { [work] number async throws(Oops) in
      try await work.take(upToFive: number) > 0
    }
    expectMarbles("-1----#", result, on: work.time)
  }
}
