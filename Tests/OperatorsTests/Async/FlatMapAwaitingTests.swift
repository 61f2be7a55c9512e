import Operators
import StreamTesting
import Testing

/// In the pictures the function takes one tick.
@Suite struct FlatMapAwaitingTests {
  private func check(
    _ strategy: FlattenStrategy, _ input: String, _ expected: String,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    expectPicture(expected, fileID: fileID, filePath: filePath, line: line, column: column) { work in
      let inner = work.time.cold("n--n|", failure: Oops.oops) { String($0) }
      let source = work.time.cold(input, failure: Oops.oops) { String($0) }
      return source.flatMap(awaiting: strategy) { number in
        _ = await work.take(1)
        return inner.map { $0 == "n" ? number : $0 }
      }
    }
  }

  @Test func latest() { check(.latest, "1---2---|", "-1---2--2|") }
  @Test func first() { check(.first, "1---2---|", "-1--1---|") }
  @Test func concat() { check(.concat, "1---2---|", "-1--1-2--2|") }
  @Test func merge() { check(.merge, "1---2---|", "-1--12--2|") }

  @Test func aNewValueCancelsTheTask() {
    let work = expectPicture("---1--|") { work in
      work.source("5-1---|").flatMap(awaiting: .latest) { .just(await work.take($0)) }
    }
    #expect(work.cancelled.withLock { $0 } == [5])
  }

  @Test func anErrorThatIsThrownIsAFailure() {
    let numbers: Signal<Int, Never> = Signal([9])
    expectPicture("------#") { work in
      numbers.flatMap(awaiting: .concat) { number async throws(Oops) -> Signal<Int, Oops> in
        .just(try await work.take(upToFive: number))
      }
    }
  }
}
