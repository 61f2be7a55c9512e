import StreamCore
import Testing

/// The pull driver of operator rules.
struct LazyApplyTests {
  @Test func nothingIsComputedBeforeTheResultIsReadAndEachElementOnce() {
    let computed = LazyCount()
    let mapped = LazyCount()
    let stream = naturals(computed).apply(
      Mapping { n in
        mapped.up()
        return n * n
      })
    #expect(computed.value == 0 && mapped.value == 0)
    #expect(stream.first == 0 && stream.first == 0 && stream.rest.first == 1)
    #expect(computed.value == 2 && mapped.value == 2)
  }

  @Test(arguments: 1...3)
  func theElementAfterTheLastOneTakenIsNeverComputed(count: Int) {
    let computed = LazyCount()
    #expect(Array(naturals(computed).apply(Taking(left: count))) == Array(0..<count))
    #expect(computed.value == count)
    let heads = LazyCount()
    #expect(Array(counted(0..<10, heads: heads).apply(Taking(left: count))) == Array(0..<count))
    #expect(heads.value == count)
  }

  @Test func takingMoreThanThereIsGivesAllAndDroppingMoreGivesNone() {
    #expect(Array(LazyStream([1, 2]).apply(Taking(left: 5))) == [1, 2])
    #expect(Array(LazyStream([1, 2]).apply(Dropping(left: 5))).isEmpty)
    #expect(Array(LazyStream([1, 2, 3]).apply(Dropping(left: 1))) == [2, 3])
  }

  @Test func elementsAreComparedByEquality() {
    var built = "a"
    built.append("b")
    let rule = Keeping<String> { [built] in $0 != built }
    #expect(Array(LazyStream(["ab", "c"]).apply(rule)) == ["c"])
  }

  @Test func stateStartsWithTheSeedAndBelongsToTheResult() {
    let scanned = LazyStream([1, 2, 3]).apply(Scanning(result: 10) { $0 + $1 })
    #expect(Array(scanned) == [11, 13, 16] && Array(scanned) == [11, 13, 16])
    let differences = LazyStream([1, 4, 9]).apply(
      Scanning(result: (previous: 0, difference: 0)) { ($1, $1 - $0.previous) })
    #expect(Array(differences).map(\.difference) == [1, 3, 5])
    let rule = Scanning<Int, Int>(result: 0) { $0 + $1 }
    let twice = LazyStream([1, 2]).apply(rule).zip(LazyStream([1, 2]).apply(rule))
    #expect(twice.allSatisfy { $0.0 == $0.1 })
  }

  @Test func takeWhileEndsAnInfiniteStreamAndDropUntilKeepsTheMatch() {
    let computed = LazyCount()
    #expect(Array(naturals(computed).apply(TakingWhile { $0 < 3 })) == [0, 1, 2])
    #expect(computed.value == 4)
    let rest = LazyStream([0, 1, 2, 1, 0]).apply(DroppingUntil { $0 == 2 })
    #expect(Array(rest) == [2, 1, 0])
  }

  @Test func theRemainingValuesOfARuleAreReadOneByOne() {
    let stream = LazyStream(1...3).apply(Reversing())
    #expect(stream.first == 3)
    #expect(Array(stream) == [3, 2, 1])
    #expect(LazyStream<Int>.empty.apply(Reversing()).isEmpty)
  }

  @Test func finishIsNotCalledAfterARuleHasFinished() {
    struct Once: Operator {
      mutating func step(_ input: Int) -> Step<Int> { input == 0 ? .emitAndFinish(0) : .finish }
      mutating func finish() -> Int? { 99 }
    }
    #expect(Array(LazyStream([0, 1]).apply(Once())) == [0])
    #expect(Array(LazyStream([1, 0]).apply(Once())).isEmpty)
  }

  @Test func aRuleDoesTheSameByPush() {
    let log = LazyLog<Int>()
    LazyStream(0..<10).signal.apply(Dropping(left: 2)).apply(Taking(left: 3)).subscribe { log.note($0) }
    #expect(log.entries == Array(LazyStream(0..<10).apply(Dropping(left: 2)).apply(Taking(left: 3))))
    #expect(log.entries == [2, 3, 4])
  }
}
