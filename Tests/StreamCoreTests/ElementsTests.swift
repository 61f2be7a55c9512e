import StreamCore
import StreamTesting
import Testing

@Suite struct ElementsTests {
  @Test func picture() {
    marbles {
      "(123|)"
    } through: { _ in
      Signal([1, 2, 3])
    }
  }

  @Test func pictureOfARange() {
    marbles {
      "(012|)"
    } through: { _ in
      Signal(0..<3)
    }
  }

  @Test func elementsThenTheEnd() {
    #expect(Signal([1, 2, 3]).events == [.next(1), .next(2), .next(3), .completed])
    #expect(Signal([Int]()).events == [.completed])
    #expect(Signal(0..<0).events == [.completed])
  }

  @Test func theSequenceIsIteratedForEverySubscriber() {
    let reads = Counter()
    struct Counted: Sequence, Sendable {
      let reads: Counter
      func makeIterator() -> Array<Int>.Iterator {
        reads.add()
        return [1, 2].makeIterator()
      }
    }
    let signal = Signal(Counted(reads: reads))
    #expect(reads.value == 0)
    #expect(signal.values == [1, 2])
    #expect(signal.values == [1, 2])
    #expect(reads.value == 2)
  }

  /// Contract 6: a synchronous source stops at the next value.
  @Test func anEndlessSequenceStopsAtTheNextElement() {
    let subscription = Subscription()
    let seen = Log<Int>()
    naturals.attach(
      Sink(
        next: { value in
          seen.add(value)
          if value == 4 { subscription.dispose() }
        }, end: { _ in Issue.record("an end after disposal") }),
      to: subscription)
    #expect(seen.all == [0, 1, 2, 3, 4])
  }

  @Test func takeEndsAnEndlessSequence() {
    for count in 1...3 {
      #expect(naturals.taking(count).events == (0..<count).map { .next($0) } + [.completed])
    }
  }
}
