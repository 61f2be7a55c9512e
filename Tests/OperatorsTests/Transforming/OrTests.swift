import Operators
import StreamTesting
import Testing

struct OrTests {
  @Test func truthTable() {
    let pairs = Signal([(true, true), (true, false), (false, true), (false, false)])
    #expect(values(pairs.or()) == [true, true, true, false])
  }

  @Test func ofCollections() {
    let lists = Signal([[true, false, true], [false, false], []])
    #expect(values(lists.or()) == [true, false, false])
  }

  @Test func picture() {
    expectPicture("a--b--|", "t--f--|") { (source: Letters) in source.map { ($0 == "a", false) }.or() }
  }

  @Test func pictureOfCollections() {
    expectPicture("a--b--|", "t--f--|") { (source: Letters) in source.map { [$0 == "a", false] }.or() }
  }

  @Test func failurePasses() {
    expectPicture("a--#", "t--#") { (source: Letters) in source.map { ($0 == "a", false) }.or() }
    expectPicture("b--#", "f--#") { (source: Letters) in source.map { [$0 == "a", false] }.or() }
  }

  @Test func battery() {
    Battery.check("or") { (input: Signal<Int, TestFailure>) in input.map { ($0 > 0, $0 > 1) }.or() }
    Battery.check("or of collections") { (input: Signal<Int, TestFailure>) in
      input.map { [$0 > 0, $0 > 1] }.or()
    }
  }
}
