import StreamCore
import StreamTesting
import Testing

struct UnfoldTests {
  @Test func picture() {
    let powers = Signal<String, Never>.unfold(1) { n in
      defer { n *= 2 }
      return n <= 4 ? "\(n)" : nil
    }
    let time = TestScheduler()
    expectMarbles("(124|)", powers, on: time)
  }

  @Test func eachSubscriberStartsWithTheInitialState() {
    let numbers = Signal<Int, Never>.unfold(3) { n in
      n -= 1
      return n > 0 ? n : nil
    }
    #expect(Recorder(numbers).values == [2, 1])
    #expect(Recorder(numbers).events == [.next(2), .next(1), .completed])
  }

  @Test func anErrorFailsTheStream() {
    let numbers = Signal<Int, TestFailure>.unfold(0) { (n: inout Int) throws(TestFailure) -> Int? in
      n += 1
      if n == 3 { throw TestFailure() }
      return n
    }
    #expect(Recorder(numbers).events == [.next(1), .next(2), .failed(TestFailure())])
  }

  @Test func disposalStopsAnEndlessOne() {
    let naturals = Signal<Int, Never>.unfold(0) { n in
      defer { n += 1 }
      return n
    }
    #expect(Recorder(naturals, disposingAfter: 3).values == [0, 1, 2])
  }

  /// Any list is the unfolding of its rest.
  @Test(arguments: 0..<20) func listsAreUnfoldedToThemselves(count: Int) {
    let list = (0..<count).map { $0 * 37 % 11 }
    let numbers = Signal<Int, Never>.unfold(list[...]) { $0.popFirst() }
    #expect(Recorder(numbers).events == list.map { .next($0) } + [.completed])
  }

  @Test func battery() {
    Battery.check(stream: "unfold") {
      Signal<Int, Never>.unfold(0) { n in
        defer { n += 1 }
        return n < 5 ? n : nil
      }
    }
  }
}
