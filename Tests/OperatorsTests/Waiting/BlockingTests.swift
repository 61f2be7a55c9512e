import Operators
import StreamTesting
import Testing

struct BlockingTests {
  /// All tests run concurrently, on few cores, sometimes under a sanitizer: the values arrive, but possibly late.
  private let patience = Duration.seconds(600)
  private let background = Signal([1, 2, 3]).deliver(on: .queue())

  @Test func first() throws {
    #expect(try background.blocking(timeout: patience).first() == 1)
    #expect(try Signal<Int, Never>.empty.blocking(timeout: patience).first() == nil)
  }

  @Test func last() throws {
    #expect(try background.blocking(timeout: patience).last() == 3)
    #expect(try Signal<Int, Never>.empty.blocking(timeout: patience).last() == nil)
  }

  @Test func single() throws {
    #expect(try background.take(1).blocking(timeout: patience).single() == 1)
    #expect(throws: WaitFailure<SingleFailure<Never>>.failed(.severalValues)) {
      try background.blocking(timeout: patience).single()
    }
    #expect(throws: WaitFailure<SingleFailure<Never>>.failed(.noValue)) {
      try background.take(0).blocking(timeout: patience).single()
    }
  }

  @Test func toArray() throws {
    #expect(try background.blocking(timeout: patience).toArray() == [1, 2, 3])
    #expect(try Signal<Int, Never>.empty.blocking(timeout: patience).toArray() == [])
  }

  @Test func waitForTheEnd() throws {
    try background.blocking(timeout: patience).wait()
    #expect(throws: WaitFailure<TestFailure>.failed(TestFailure())) {
      try Signal<Int, TestFailure>.fail(TestFailure()).blocking(timeout: patience).wait()
    }
  }

  @Test func emptyAndFailingStreamsAreDistinguishedAlsoOnAnotherScheduler() throws {
    let empty = Signal<Int, TestFailure>.empty.deliver(on: .queue())
    #expect(try empty.blocking(timeout: patience).first() ?? 7 == 7)
    let failing = Signal<Int, TestFailure>.fail(TestFailure("late")).deliver(on: .queue())
    #expect(throws: WaitFailure<TestFailure>.failed(TestFailure("late"))) {
      try failing.blocking(timeout: patience).first()
    }
  }

  @Test func theSubscriptionIsOverBeforeItReturns() throws {
    let disposals = Counter()
    let source = Signal<Int, Never> { observer in
      observer.send(1)
      return Disposable { disposals.up() }
    }
    #expect(try source.blocking(timeout: patience).first() == 1)
    #expect(disposals.count == 1)
    // Not `subscribe(on:)`: the source's function would still be running on the queue, and would not have returned its
    // disposable.
    #expect(try source.deliver(on: .queue()).blocking(timeout: patience).first() == 1)
    #expect(disposals.count == 2)
  }

  /// The original returns `nil` as the array then, and the values are lost, too.
  @Test func aFailureIsThrownAlsoAfterValues() {
    let stream = Signal([1, 2]).promoteFailure(to: TestFailure.self).concat(
      Signal<Int, TestFailure>.fail(TestFailure()))
    #expect(throws: WaitFailure<TestFailure>.failed(TestFailure())) { try stream.blocking(timeout: patience).toArray() }
  }

  /// The original waits forever.
  @MainActor
  @Test func defect29_waitingForTheBlockedThreadIsReported() {
    let stream = Signal<Int, Never>.just(1).deliver(on: .mainAsync)
    let failure = WaitFailure<Never>.overdue(after: .milliseconds(10), onMainActor: true)
    #expect(throws: failure) { try stream.blocking(timeout: .milliseconds(10)).first() }
    #expect(failure.description.contains("while the main actor was blocked"))
  }

  @Test func aSilentStreamIsOverdue() {
    let subject = Subject<Int, Never>()
    let failure = WaitFailure<Never>.overdue(after: .milliseconds(1), onMainActor: false)
    #expect(throws: failure) { try subject.blocking(timeout: .milliseconds(1)).first() }
    #expect(failure.description.contains("did not complete within"))
  }

  @Test func aStreamOutOfReachIsDetectedImmediatelyAndOneThatNeverEndsIsWaitedFor() {
    #expect(throws: WaitFailure<Never>.abandoned) {
      try Signal<Int, Never> { _ in }.blocking(timeout: patience).first()
    }
    #expect(throws: WaitFailure<Never>.overdue(after: .milliseconds(1), onMainActor: false)) {
      try Signal<Int, Never>.never.blocking(timeout: .milliseconds(1)).first()
    }
  }

  @Test func withoutTimeItTraps() async {
    await #expect(processExitsWith: .failure) { _ = Signal<Int, Never>.never.blocking(timeout: .zero) }
  }
}
