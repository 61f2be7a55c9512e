import Operators
import StreamTesting
import Testing

struct TakeLastTests {
  @Test func picture() {
    expectPicture("a--b--c--|", "---------(bc|)") { (source: Letters) in source.take(last: 2) }
  }

  @Test func fewerThanThatAreAllThereIs() {
    expectPicture("a--|", "---(a|)") { (source: Letters) in source.take(last: 2) }
  }

  @Test func takingNoneKeepsTheEnd() {
    expectPicture("a--|", "---|") { (source: Letters) in source.take(last: 0) }
  }

  @Test func aFailureLosesThem() {
    expectPicture("a--#", "---#") { (source: Letters) in source.take(last: 2) }
  }

  @Test func aSubscriberThatHasEnoughGetsNoMore() {
    expectPicture("a--b--c--|", "---------(a|)") { (source: Letters) in source.take(last: 3).take(1) }
  }

  @Test func aNegativeCountTraps() async {
    await #expect(processExitsWith: .failure) { _ = Signal([1]).take(last: -1) }
  }

  @Test func pulled() {
    let stream = LazyStream(1...4).take(last: 2)
    #expect(pull(stream) == [3, 4])
  }

  @Test func battery() {
    Battery.check("take(last:)") { (input: Signal<Int, TestFailure>) in input.take(last: 2) }
  }
}
