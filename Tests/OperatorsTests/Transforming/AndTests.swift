import Operators
import StreamTesting
import Testing

struct AndTests {
  @Test func truthTable() {
    let pairs = Signal([(true, true), (true, false), (false, true), (false, false)])
    #expect(values(pairs.and()) == [true, false, false, false])
  }

  @Test func ofCollections() {
    let lists = Signal([[true, false, true], [true, true], []])
    #expect(values(lists.and()) == [false, true, true])
  }

  @Test func picture() {
    expectPicture("a--b--|", "f--t--|") { (source: Letters) in source.map { (true, $0 == "b") }.and() }
  }

  @Test func pictureOfCollections() {
    expectPicture("a--b--|", "f--t--|") { (source: Letters) in source.map { [true, $0 == "b"] }.and() }
  }

  @Test func failurePasses() {
    expectPicture("a--#", "f--#") { (source: Letters) in source.map { (true, $0 == "b") }.and() }
    expectPicture("b--#", "t--#") { (source: Letters) in source.map { [true, $0 == "b"] }.and() }
  }

  @Test func battery() {
    Battery.check("and") { (input: Signal<Int, TestFailure>) in input.map { ($0 > 0, $0 > 1) }.and() }
    Battery.check("and of collections") { (input: Signal<Int, TestFailure>) in
      input.map { [$0 > 0, $0 > 1] }.and()
    }
  }
}
