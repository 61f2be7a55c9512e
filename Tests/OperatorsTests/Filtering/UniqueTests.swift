import Operators
import StreamTesting
import Testing

struct UniqueTests {
  @Test func picture() {
    expectPicture("a--b--a--c--b--|", "a--b-----c-----|") { (source: Letters) in source.unique() }
  }

  @Test func pictureWithAKey() {
    expectPicture("a--B--A--c--b--|", "a--B-----c-----|") { (source: Letters) in
      source.unique(comparing: { $0.lowercased() })
    }
  }

  @Test func everySubscriberStartsFromTheBeginning() {
    let numbers = Signal([1, 1, 2]).unique()
    #expect(values(numbers) == [1, 2])
    #expect(values(numbers) == [1, 2])
  }

  @Test func failurePasses() {
    expectPicture("a--a--#", "a-----#") { (source: Letters) in source.unique() }
  }

  @Test func pulled() {
    let stream = LazyStream(["a", "b", "A", "a"]).unique()
    #expect(pull(stream) == ["a", "b", "A"])
  }

  @Test func pulledWithAKey() {
    let stream = LazyStream(["a", "b", "A", "a"]).unique(comparing: { $0.lowercased() })
    #expect(pull(stream) == ["a", "b"])
  }

  @Test func battery() {
    Battery.check("unique") { (input: Signal<Int, TestFailure>) in input.unique() }
    Battery.check("unique(comparing:)") { (input: Signal<Int, TestFailure>) in
      input.unique(comparing: { $0 % 3 })
    }
  }
}
