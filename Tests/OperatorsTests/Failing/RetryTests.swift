import Operators
import StreamTesting
import Synchronization
import TestSupport
import Testing

struct RetryTests {
  @Test func picture() {
    marbles {
      "1-2-#"
      "1-2-1-2-1-2-"
    } through: { input, _ in
      input.retry()
    }
  }

  @Test func pictureOfACount() {
    marbles {
      "1-2-#"
      "1-2-1-2-#"
    } through: { input, _ in
      input.retry(1)
    }
  }

  @Test func completionEndsIt() {
    marbles {
      "1-2-|"
      "1-2-|"
    } through: { input, _ in
      input.retry()
    }
  }

  @Test func aCountIsOfFurtherRuns() {
    let time = TestScheduler()
    let source = time.cold("1-#")
    expectMarbles("1-1-1-#", source.retry(2), on: time)
    #expect(source.subscriptions.count == 3)
  }

  /// In the original, 0 means no limit.
  @Test func zeroMeansNoRetry() {
    let time = TestScheduler()
    let source = time.cold("1-#")
    expectMarbles("1-#", source.retry(0), on: time)
    source.expectSubscriptions("^-!")
  }

  @Test func aNegativeCountTraps() async {
    await #expect(processExitsWith: .failure) { _ = Signal<Int, TestFailure>.never.retry(-1) }
  }

  @Test func everySubscriberCountsForItself() {
    let time = TestScheduler()
    let stream = time.cold("1#").retry(1)
    expectMarbles("11#", stream, on: time)
    expectMarbles("11#", stream, on: time)
  }

  /// The original moves every round but the first to the current scheduler, or a new one.
  @Test func allRoundsRunOnTheSubscriber() {
    let runs = Atomic(0)
    let source = Signal<Int, TestFailure> { observer in
      let run = runs.add(1, ordering: .relaxed).newValue
      observer.send(run)
      if run < 3 { observer.fail(TestFailure()) } else { observer.complete() }
    }
    #expect(Recorder(source.retry()).events == [.next(1), .next(2), .next(3), .completed])
  }

  @Test(.long) func aMillionRoundsFitASmallStack() {
    let runs = withSmallStack {
      let runs = Atomic(0)
      let source = Signal<Int, TestFailure> { observer in
        if runs.add(1, ordering: .relaxed).newValue <= 1_000_000 {
          observer.fail(TestFailure())
        } else {
          observer.complete()
        }
      }
      source.retry().subscribe { _ in }
      source.retry(1_000_000).subscribe(next: { _ in }, failed: { _ in })
      return runs.load(ordering: .relaxed)
    }
    #expect(runs == 1_000_002)
  }

  @Test func battery() {
    Battery.check("retry", .handlesFailure) { (input: Signal<Int, TestFailure>) in input.retry(2).ignoreFailure() }
    Battery.check("retry for ever", .handlesFailure) { (input: Signal<Int, TestFailure>) in input.retry() }
  }
}
