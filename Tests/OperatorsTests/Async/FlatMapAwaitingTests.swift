import Operators
import StreamTesting
import Testing

/// In the pictures it takes a tick to come up with a stream.
@Suite struct FlatMapAwaitingTests {
  private let work = Work()

  private func check(
    _ strategy: FlattenStrategy, _ input: String, _ expected: String,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let inner = work.time.cold("n--n|", failure: Oops.oops) { String($0) }
    let source = work.time.cold(input, failure: Oops.oops) { String($0) }
    let result = source.flatMap(awaiting: strategy) { [work] number in
      _ = await work.take(1)
      return inner.map { $0 == "n" ? number : $0 }
    }
    expectMarbles(expected, result, on: work.time, fileID: fileID, filePath: filePath, line: line, column: column)
    #expect(work.runningCount == 0)
  }

  @Test func latest() { check(.latest, "1---2---|", "-1---2--2|") }
  @Test func first() { check(.first, "1---2---|", "-1--1---|") }
  @Test func concat() { check(.concat, "1---2---|", "-1--1-2--2|") }
  @Test func merge() { check(.merge, "1---2---|", "-1--12--2|") }

  @Test func whatReplacesTheStreamCancelsTheTask() {
    let result = work.source("5-1---|").flatMap(awaiting: .latest) { [work] number in
      .just(await work.take(number))
    }
    expectMarbles("---1--|", result, on: work.time)
    #expect(work.cancelled.withLock { $0 } == [5])
  }

  @Test func anErrorThatIsThrownIsAFailure() {
    let numbers: Signal<Int, Never> = Signal([9])
    let result = numbers.flatMap(awaiting: .concat) { [work] number async throws(Oops) -> Signal<Int, Oops> in
      .just(try await work.take(upToFive: number))
    }
    expectMarbles("------#", result, on: work.time)
  }
}
