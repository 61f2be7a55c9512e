import StreamCore
import Testing

/// Folds and questions.
struct LazyFoldingTests {
  @Test func foldLeftStartsWithTheSeedAndAssociatesToTheLeft() {
    let stream = LazyStream([1, 2, 3])
    #expect(stream.foldLeft("s") { "(\($0)\($1))" } == "(((s1)2)3)")
    #expect(LazyStream<Int>.empty.foldLeft("s") { "(\($0)\($1))" } == "s")
    #expect(stream.reduce(0, +) == 6)
    #expect(stream.reduce(into: [Int]()) { $0.append($1) } == [1, 2, 3])
  }

  @Test func foldRightAssociatesToTheRight() {
    #expect(LazyStream([1, 2, 3]).foldRight("s") { "(\($0)\($1()))" } == "(1(2(3s)))")
    #expect(LazyStream<Int>.empty.foldRight("s") { "(\($0)\($1()))" } == "s")
  }

  @Test func foldRightDoesNotTouchARestThatIsNotAskedFor() {
    let heads = LazyCount()
    let tails = LazyCount()
    #expect(counted(5..<10, heads: heads, tails: tails).foldRight(0) { n, _ in n } == 5)
    #expect(heads.value == 1 && tails.value == 0)
    let computed = LazyCount()
    #expect(naturals(computed).foldRight(false) { n, rest in n == 3 || rest() })
    #expect(computed.value == 4)
  }

  @Test func foldRightComputesARestOnceHoweverOftenItIsAskedFor() {
    let calls = LazyCount()
    let sum = LazyStream(0..<20).foldRight(0) { n, rest in
      calls.up()
      return n + (rest() + rest()) / 2
    }
    #expect(sum == 190 && calls.value == 20)
  }

  @Test func questionsStopAtTheAnswer() {
    // Defect 42: `all:` of the original reads on after the answer is known.
    let computed = LazyCount()
    #expect(naturals(computed).contains { $0 == 2 })
    #expect(computed.value == 3)
    #expect(!naturals(computed).allSatisfy { $0 < 2 })
    #expect(computed.value == 6)
    #expect(naturals(computed).first { $0 > 1 } == 2)
    #expect(computed.value == 9)
    #expect(naturals(computed).contains(2))
    #expect(computed.value == 12)
  }

  @Test func questionsAboutTheWholeStream() {
    let stream = LazyStream([3, 1, 2])
    #expect(!stream.contains { $0 > 3 } && !stream.contains(4))
    #expect(stream.allSatisfy { $0 > 0 } && LazyStream<Int>.empty.allSatisfy { $0 > 0 })
    #expect(stream.all { $0 > 0 } && !stream.all { $0 > 1 } && stream.any { $0 > 1 } && !stream.any { $0 < 0 })
    #expect(stream.first { $0 > 3 } == nil)
    #expect(stream.min() == 1 && stream.max() == 3 && LazyStream<Int>.empty.min() == nil)
  }
}
