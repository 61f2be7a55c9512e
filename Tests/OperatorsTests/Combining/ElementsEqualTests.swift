import Operators
import StreamTesting
import Testing

struct ElementsEqualTests {
  private func expect(_ a: String, _ b: String, _ expected: String, line: UInt = #line) {
    marbles(values: Bool.table, line: line) {
      a
      b
      expected
    } through: { a, b, _ in
      a.elementsEqual(b)
    }
  }

  @Test func picture() { expect("1-2----3-|", "--1-2--3---|", "-----------(t|)") }

  @Test func pictureOfATest() {
    marbles(values: Bool.table) {
      "1-2----3-|"
      "--1-2-4--|"
      "-------(f|)"
    } through: { a, b, _ in
      a.elementsEqual(b) { $0 == $1 }
    }
  }

  @Test func aSurplusIsNoticedAtTheEndOfTheOther() {
    expect("1-2-----", "1--|", "---(f|)")
    expect("1|-", "1---2---", "----(f|)")
    expect("-|", "1--", "-(f|)")
    expect("--1", "|--", "--(f|)")
  }

  @Test func emptyStreamsAreEqual() { expect("-|", "---|", "---(t|)") }

  @Test func theFirstFailurePasses() {
    expect("1-#", "1---|", "--#")
    expect("1---|", "1-#", "--#")
  }

  @Test func oneOfTheTwoMayBeUnableToFail() {
    #expect(values(Signal<Int, TestFailure>.just(1).elementsEqual(Signal([1]))) == [true])
  }

  @Test func theTestReceivesTheValuesOfItsOwnStream() {
    let subject = Subject<Int, Never>()
    let texts = Subject<String, Never>()
    let answer = Recorder(subject.elementsEqual(texts) { String($0) == $1 })
    subject.send(1)
    texts.send("1")
    texts.send("2")
    subject.send(2)
    #expect(answer.events == [])
    texts.send("4")
    subject.send(3)
    #expect(answer.events == [.next(false), .completed])
  }

  @Test func randomListsAreComparedAsByANaiveVersion() {
    forRandomLists { list, random in
      var other = list
      if random.below(2) == 0, !other.isEmpty { other[random.below(other.count)] = random.below(10) }
      if random.below(3) == 0 { other.append(random.below(10)) }
      if random.below(3) == 0 { other = Array(other.dropLast(random.below(3))) }
      let (first, second) = (Subject<Int, Never>(), Subject<Int, Never>())
      let answer = Recorder(first.elementsEqual(second))
      // The two streams send in a random order.
      var (a, b) = (list[...], other[...])
      var (aIsOpen, bIsOpen) = (true, true)
      while aIsOpen || bIsOpen {
        if aIsOpen, !bIsOpen || random.below(2) == 0 {
          if let next = a.popFirst() { first.send(next) } else { (aIsOpen, _) = (false, first.complete()) }
        } else if bIsOpen {
          if let next = b.popFirst() { second.send(next) } else { (bIsOpen, _) = (false, second.complete()) }
        }
      }
      #expect(answer.events == [.next(list == other), .completed], "\(list) \(other)")
    }
  }

  @Test func battery() {
    Battery.check("elementsEqual", .finishesEarly) { (input: Signal<Int, TestFailure>) in input.elementsEqual(input) }
  }
}
