import Operators
import StreamTesting
import Testing

struct FinallyTests {
  /// Runs a picture to its end and disposed at every tick; each run must call the function once.
  private func expectOnce(_ source: String, _ expected: String) {
    var counters: [Counter] = []
    expectPicture(source, expected) { (source: Letters) in
      let runs = Counter()
      counters.append(runs)
      return source.finally { runs.up() }
    }
    #expect(counters.count > 1 && counters.allSatisfy { $0.count == 1 })
  }

  @Test func picture() {
    expectOnce("a--b--|", "a--b--|")
  }

  @Test func onceOnAFailureToo() {
    expectOnce("a--#", "a--#")
  }

  @Test func notOnAValueAndNotWithoutASubscription() {
    let runs = Counter()
    let stream = Signal<Int, Never>.never.startWith(1).finally { runs.up() }
    let subscription = stream.subscribe { _ in }
    #expect(runs.count == 0)
    subscription.dispose()
  }

  /// A departure: in the original the function does not run on disposal.
  @Test func onceOnDisposal() {
    let runs = Counter()
    let subscription = Signal<Int, Never>.never.finally { runs.up() }.subscribe { _ in }
    subscription.dispose()
    subscription.dispose()
    #expect(runs.count == 1)
  }

  /// A departure: in the original the function runs before the end is passed on.
  @Test func afterTheEndAndAfterTheSourceWasTornDown() {
    let notes = Notes<String>()
    let held = Notes<Observer<Int, Never>>()
    let source = Signal<Int, Never> { observer in
      held.add(observer)
      return Disposable { notes.add("teardown") }
    }
    source.finally { notes.add("upper") }.finally { notes.add("lower") }
      .subscribe(next: { _ in }, completed: { notes.add("completed") })
    held.all[0].complete()
    #expect(notes.all == ["completed", "teardown", "upper", "lower"])
  }

  @Test func afterTheEndOfASourceThatEndsWhileItIsSubscribedTo() {
    let notes = Notes<String>()
    Signal([1]).finally { notes.add("finally") }.subscribe(next: { _ in }, completed: { notes.add("completed") })
    #expect(notes.all == ["completed", "finally"])
  }

  @Test func battery() {
    Battery.check("finally") { (input: Signal<Int, TestFailure>) in input.finally {} }
  }
}
