import Operators
import StreamTesting
import Testing

struct TakeTests {
  @Test func picture() {
    expectPicture("a--b--c--d--|", "a--(b|)") { (source: Letters) in source.take(2) }
  }

  @Test func takingMoreThanThereIsGivesTheStreamItself() {
    expectPicture("a--b--|", "a--b--|") { (source: Letters) in source.take(5) }
  }

  @Test func takingNoneDoesNotSubscribe() {
    let notes = Notes<String>()
    let source = Signal<Int, Never>(attaching: { _, _ in notes.add("subscribed") })
    source.take(0).subscribe(next: { _ in notes.add("value") }, completed: { notes.add("completed") })
    #expect(notes.all == ["completed"])
  }

  @Test(arguments: 0...2)
  func takeEndsAnInfiniteSource(count: Int) {
    let endless = Signal<Int, Never>(attaching: { sink, subscription in
      while subscription.isActive { sink.next(7) }
    })
    #expect(values(endless.take(count)) == Array(repeating: 7, count: count))
  }

  @Test func completesWhenTheSourceNeverDoes() {
    expectPicture("a--b--", "a--(b|)") { (source: Letters) in source.take(2) }
  }

  @Test func takeIsExactUnderReentrancy() {
    let notes = Notes<String>()
    let subject = Subject<Int, Never>()
    subject.take(3).subscribe(
      next: { value in
        notes.add("\(value)")
        subject.send(value + 1)
        subject.send(value + 1)
      },
      completed: { notes.add("completed") })
    subject.send(0)
    #expect(notes.all == ["0", "1", "1", "completed"])
  }

  @Test func anEndlessSourceStopsThoughTheSubscriberIsOnAnotherActor() async {
    let asked = Counter()
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      let endless = Signal<Int, Never>(attaching: { sink, subscription in
        while subscription.isActive {
          asked.up()
          sink.next(7)
        }
      })
      endless.take(3).subscribe(next: { @MainActor _ in }, completed: { @MainActor in done.resume() })
    }
    #expect(asked.count == 3)
  }

  @Test func failurePasses() {
    expectPicture("a--#", "a--#") { (source: Letters) in source.take(2) }
  }

  @Test func aNegativeCountTraps() async {
    await #expect(processExitsWith: .failure) { _ = Signal([1]).take(-1) }
  }

  @Test func pulled() {
    let stream = LazyStream(1...4).take(2)
    #expect(pull(stream) == [1, 2])
  }

  @Test func pulledTakeComputesNothingBeyondItsLast() {
    let runs = Counter()
    let endless = LazyStream<Int>.unfold(0) { number in
      runs.up()
      number += 1
      return number
    }
    let stream = endless.take(2)
    #expect(pull(stream) == [1, 2])
    #expect(runs.count == 2)
    #expect(pull(endless.take(0)) == [])
    #expect(runs.count == 2)
  }

  @Test func battery() {
    Battery.check("take", .finishesEarly) { (input: Signal<Int, TestFailure>) in input.take(3) }
  }
}
