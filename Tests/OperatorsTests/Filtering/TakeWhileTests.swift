import Operators
import StreamTesting
import Testing

struct TakeWhileTests {
  @Test func pictureOfWhile() {
    expectPicture("1--2--3--2--|", "1--2--|") { (source: Ints) in source.take(while: { $0 < 3 }) }
  }

  @Test func pictureOfUntilFirst() {
    expectPicture("1--2--3--2--|", "1--2--|") { (source: Ints) in source.take(untilFirst: { $0 == 3 }) }
  }

  @Test func takeWhileEndsAnInfiniteCounter() {
    let counter = Signal<Int, Never>(attaching: { sink, subscription in
      var number = 0
      while subscription.isActive {
        sink.next(number)
        number += 1
      }
    })
    #expect(values(counter.take(while: { $0 < 4 })) == [0, 1, 2, 3])
    #expect(values(counter.take(untilFirst: { $0 == 2 })) == [0, 1])
  }

  @Test func theEndsOfTheSourcePass() {
    expectPicture("1--#", "1--#") { (source: Ints) in source.take(while: { $0 < 3 }) }
    expectPicture("1--|", "1--|") { (source: Ints) in source.take(untilFirst: { $0 == 3 }) }
  }

  @Test func pulled() {
    let stream = LazyStream([1, 2, 3, 2]).take(while: { $0 < 3 })
    #expect(pull(stream) == [1, 2])
  }

  @Test func pulledFromAnInfiniteCounter() {
    let counter = LazyStream<Int>.unfold(0) { number in
      defer { number += 1 }
      return number
    }
    #expect(pull(counter.take(while: { $0 < 4 })) == [0, 1, 2, 3])
    #expect(pull(counter.take(untilFirst: { $0 == 2 })) == [0, 1])
  }

  @Test func battery() {
    Battery.check("take(while:)", .finishesEarly) { (input: Signal<Int, TestFailure>) in input.take(while: { $0 < 3 }) }
    Battery.check("take(untilFirst:)", .finishesEarly) { (input: Signal<Int, TestFailure>) in
      input.take(untilFirst: { $0 > 2 })
    }
  }
}
