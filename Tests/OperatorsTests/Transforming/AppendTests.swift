import Operators
import StreamTesting
import Testing

struct AppendTests {
  @Test func picture() {
    expectPicture("a--b--|", "a--b--(xy|)") { (source: Letters) in source.append("x", "y") }
  }

  @Test func aFailureSkipsThem() {
    expectPicture("a--#", "a--#") { (source: Letters) in source.append("x") }
  }

  @Test func aSubscriberThatHasEnoughGetsNoMore() {
    expectPicture("a--|", "a--(x|)") { (source: Letters) in source.append("x", "y").take(2) }
  }

  @Test func pulled() {
    let stream = LazyStream([1, 2]).append(3, 4)
    #expect(pull(stream) == [1, 2, 3, 4])
  }

  @Test func battery() {
    Battery.check("append") { (input: Signal<Int, TestFailure>) in input.append(8, 9) }
  }
}
