import Operators
import StreamTesting
import Testing

struct ChunkedTests {
  @Test func picture() {
    expectPicture("1--2--5--6--9--|", "------a-----b--(c|)", output: ["a": [1, 2], "b": [5, 6], "c": [9]]) {
      (source: Ints) in source.chunked(by: { $1 == $0 + 1 })
    }
  }

  @Test func pictureOfAKey() {
    let texts: [Character: String] = ["a": "1: [1, 3]", "b": "0: [2, 4]", "c": "1: [5]"]
    expectPicture("1--3--2--4--5--|", "------a-----b--(c|)", output: texts) { (source: Ints) in
      source.chunked(on: { $0 % 2 }).map { "\($0.key): \($0.values)" }
    }
  }

  @Test func pictureOfValuesThatPass() {
    expectPicture("1--2--0--0--3--|", "------a--------(b|)", output: ["a": [1, 2], "b": [3]]) { (source: Ints) in
      source.chunked(while: { $0 > 0 })
    }
  }

  @Test func pictureOfAnEnd() {
    expectPicture("1--2--0--3--0--4--|", "------a-----b-----(c|)", output: ["a": [1, 2, 0], "b": [3, 0], "c": [4]]) {
      (source: Ints) in source.chunked(endingWhere: { $0 == 0 })
    }
  }

  @Test func pictureOfAStart() {
    expectPicture("1--0--2--0--3--|", "---a-----b-----(c|)", output: ["a": [1], "b": [0, 2], "c": [0, 3]]) {
      (source: Ints) in source.chunked(startingWhere: { $0 == 0 })
    }
  }

  @Test func aFullArrayIsSentImmediately() {
    expectPicture("1-2-3-|", "--a---(b|)", output: ["a": [1, 2], "b": [3]]) { (source: Ints) in
      source.chunked(by: { _, _ in true }, limit: 2)
    }
    #expect(values(Signal([1, 1, 1, 2]).chunked(on: { $0 }, limit: 2).map(\.values)) == [[1, 1], [1], [2]])
    #expect(values(Signal([1, 2]).chunked(startingWhere: { _ in true }, limit: 1)) == [[1], [2]])
  }

  @Test func aFailureDropsAnIncompleteArray() {
    expectPicture("1--#", "---#", output: [Character: [Int]]()) { (source: Ints) in source.chunked { $0 <= $1 } }
    expectPicture("1--#", "---#", output: [Character: [Int]]()) { (source: Ints) in
      source.chunked(on: { $0 }).map(\.values)
    }
  }

  @Test func anEmptySourceSendsNoArray() {
    expectPicture("---|", "---|", output: [Character: [Int]]()) { (source: Ints) in source.chunked { $0 <= $1 } }
  }

  @Test func randomListsAreCutAsByANaiveVersion() {
    forRandomLists { list, random in
      let limit = random.below(3) == 0 ? Int.max : 1 + random.below(4)
      let modulus = 2 + random.below(3)
      let isZero: @Sendable (Int) -> Bool = { $0 % modulus == 0 }
      let keys: @Sendable (Int) -> Int = { $0 % modulus }
      let source = Signal(list)
      #expect(
        values(source.chunked(by: { $0 <= $1 }, limit: limit))
          == pieces(list, limit, before: { $0 > $1 }))
      #expect(
        values(source.chunked(on: keys, limit: limit).map(\.values))
          == pieces(list, limit, before: { keys($0) != keys($1) }))
      #expect(
        values(source.chunked(startingWhere: isZero, limit: limit))
          == pieces(list, limit, before: { isZero($1) }))
      #expect(
        values(source.chunked(endingWhere: isZero, limit: limit))
          == pieces(list, limit, before: { previous, _ in isZero(previous) }))
      #expect(
        values(source.chunked(while: { !isZero($0) }, limit: limit))
          == list.split(whereSeparator: isZero).flatMap { pieces(Array($0), limit) { _, _ in false } })
    }
  }

  /// Cuts a list where a test of two neighbours holds, and where a piece has `limit` elements.
  private func pieces(_ list: [Int], _ limit: Int, before isCut: (Int, Int) -> Bool) -> [[Int]] {
    var pieces: [[Int]] = []
    for (index, element) in list.enumerated() {
      if index > 0, let last = pieces.last, last.count < limit, !isCut(list[index - 1], element) {
        pieces[pieces.count - 1].append(element)
      } else {
        pieces.append([element])
      }
    }
    return pieces
  }

  @Test func pulled() {
    let list = LazyStream([1, 2, 0, 3, 0, 0, 4])
    #expect(pull(list.chunked(by: { $0 < $1 })) == [[1, 2], [0, 3], [0], [0, 4]])
    #expect(pull(list.chunked(on: { $0 > 0 }).map(\.key)) == [true, false, true, false, true])
    #expect(pull(list.chunked(while: { $0 > 0 })) == [[1, 2], [3], [4]])
    #expect(pull(list.chunked(endingWhere: { $0 == 0 }, limit: 2)) == [[1, 2], [0], [3, 0], [0], [4]])
    #expect(pull(list.chunked(startingWhere: { $0 == 0 })) == [[1, 2], [0, 3], [0], [0, 4]])
    let endless = LazyStream(0...).chunked(endingWhere: { $0 == 2 })
    #expect(endless.first == [0, 1, 2])
  }

  @Test func aLimitBelowOneTraps() async {
    await #expect(processExitsWith: .failure) { _ = Signal([1]).chunked(by: { $0 < $1 }, limit: 0) }
    await #expect(processExitsWith: .failure) { _ = Signal([1]).chunked(on: { $0 }, limit: 0) }
  }

  @Test func battery() {
    Battery.check("chunked by") { (input: Signal<Int, TestFailure>) in input.chunked { $1 % 2 == 0 } }
    Battery.check("chunked on") { (input: Signal<Int, TestFailure>) in input.chunked(on: { $0 % 2 }).map(\.values) }
    Battery.check("chunked while") { (input: Signal<Int, TestFailure>) in input.chunked(while: { $0 % 2 == 0 }) }
    Battery.check("chunked ending") { (input: Signal<Int, TestFailure>) in
      input.chunked(endingWhere: { $0 % 2 == 0 })
    }
    Battery.check("chunked starting") { (input: Signal<Int, TestFailure>) in
      input.chunked(startingWhere: { $0 % 2 == 0 })
    }
  }
}
