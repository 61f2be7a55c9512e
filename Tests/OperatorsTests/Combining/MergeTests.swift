import Operators
import StreamTesting
import Testing

@Suite struct MergeTests {
  @Test func picture() {
    marbles {
      "1---2---|"
      "--3---4-----|"
      "1-3-2-4-----|"
    } through: { a, b, _ in
      merge(a, b)
    }
  }

  @Test func theFirstFailureEndsIt() {
    marbles {
      "1---2---|"
      "--3--#"
      "1-3-2#"
    } through: { a, b, _ in
      merge(a, b)
    }
  }

  @Test func streamsAfterAFailureAreNotSubscribedTo() {
    let tally = Tally()
    let second = Signal<Int, TestFailure>.deferred {
      tally.up(); return .just(1)
    }
    let recorder = Recorder(merge(Signal<Int, TestFailure>.fail(TestFailure()), second))
    #expect(recorder.completion == .failed(TestFailure()))
    #expect(tally.count == 0)
  }

  @Test func arrivalOrderForEverySubscriberAndACollectionThatIsReadOnce() {
    let (a, b) = (Subject<Int, Never>(), Subject<Int, Never>())
    // A sequence that can be iterated only once: it is its own iterator.
    let left = AnyIterator([a, b].makeIterator())
    let merged = merge(left)
    #expect(left.next() == nil)
    let (one, other) = (Recorder(merged), Recorder(merged))
    a.send(1)
    b.send(2)
    a.send(3)
    a.complete()
    #expect(one.completion == nil)
    b.send(4)
    b.complete()
    #expect(one.values == [1, 2, 3, 4])
    #expect(other.events == one.events)
    #expect(one.completion == .completed)
  }

  @Test func manyAndTheMethod() {
    let ones = Signal<Int, Never>([1, 2])
    #expect(values(merge(ones, ones, ones)) == [1, 2, 1, 2, 1, 2])
    #expect(values(ones.merge(ones)) == [1, 2, 1, 2])
    #expect(values(merge(ones, Subject<Int, Never>(), BehaviorSubject<Int, Never>(7))) == [1, 2, 7])
  }

  @Test func battery() {
    Battery.check("merge") { (input: Signal<Int, TestFailure>) in input.merge(input) }
    Battery.check("merge of many") { (input: Signal<Int, TestFailure>) in merge(input, Failing.empty, input, input) }
  }
}
