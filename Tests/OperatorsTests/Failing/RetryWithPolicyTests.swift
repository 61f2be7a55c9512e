import Operators
import StreamTesting
import Synchronization
import Testing

struct RetryWithPolicyTests {
  @Test func picture() {
    marbles {
      "1-#"
      "1----1-#"
    } through: { input, time in
      input.retry(.constant(time.ticks(3), limit: 1), on: time)
    }
  }

  @Test func eachRunIsTornDownBeforeTheNext() {
    let time = TestScheduler()
    let source = time.cold("1-#")
    let recorder = Recorder(source.retry(.constant(time.ticks(2)), on: time), on: time)
    time.advance(by: time.ticks(6))
    recorder.dispose()
    source.expectSubscriptions("^-!", "----^-!")
  }

  @Test func disposingDuringAWaitFreesTheTimer() {
    let time = TestScheduler()
    let source = time.cold("#")
    let recorder = Recorder(source.retry(.constant(time.ticks(5)), on: time), on: time)
    time.advance(by: time.ticks(1))
    #expect(time.pendingCount == 1)
    recorder.dispose()
    #expect(time.pendingCount == 0)
    time.advance(by: time.ticks(10))
    #expect(source.subscriptions.count == 1)
  }

  @Test func theDelayGrows() {
    let time = TestScheduler()
    let source = time.cold("#")
    expectMarbles("-------#", source.retry(.exponential(from: time.ticks(1), limit: 3), on: time), on: time)
    source.expectSubscriptions("(^!)", "-(^!)", "---(^!)", "-------(^!)")
  }

  @Test func usage_aSearchWhoseFailuresAreRetriedByItsPolicy() {
    let time = TestScheduler()
    let source = time.cold("#", failure: TestFailure("no network")) { _ in [""] }
    let search: @Sendable (String) -> Signal<[String], TestFailure> = { _ in source.signal }
    let query = Subject<String, Never>()
    let results =
      query
      .debounce(for: .milliseconds(300), on: time)
      .distinctUntilChanged()
      .flatMapLatest { search($0).retry(.exponential(from: .milliseconds(100), limit: 3), on: time) }
      .catch { _ in .just([]) }
      .deliver(on: time)
    let safe: Signal<[String], Never> = results
    let recorder = Recorder(safe, on: time)
    query.send("r")
    query.send("ri")
    time.run()
    #expect(source.subscriptions.count == 4)
    #expect(recorder.events == [.next([]), .completed])
    #expect(recorder.records.map(\.time.offset) == [.milliseconds(1_000), .milliseconds(1_000)])
  }

  @Test func aPredicateOnTheTypedFailureDecides() {
    let runs = Atomic(0)
    let source = Signal<Int, TestFailure> { observer in
      let isTemporary = runs.add(1, ordering: .relaxed).newValue < 3
      observer.fail(TestFailure(isTemporary ? "temporary" : "final"))
    }
    let recorder = Recorder(source.retry(.immediate().when { $0.name == "temporary" }))
    #expect(recorder.completion == .failed(TestFailure("final")))
    #expect(runs.load(ordering: .relaxed) == 3)
  }

  @Test func aValueResetsTheCountOfAResettingPolicy() {
    let runs = Atomic(0)
    let source = Signal<Int, TestFailure> { observer in
      let run = runs.add(1, ordering: .relaxed).newValue
      if run % 2 == 0 { observer.send(run) }
      if run < 6 { observer.fail(TestFailure()) } else { observer.complete() }
    }
    #expect(Recorder(source.retry(.immediate(limit: 2).resettingOnValue())).values == [2, 4, 6])
    runs.store(0, ordering: .relaxed)
    let recorder = Recorder(source.retry(.immediate(limit: 2)))
    #expect(recorder.values == [2])
    #expect(recorder.completion == .failed(TestFailure()))
  }

  @Test func battery() {
    let time = TestScheduler()
    Battery.check("retry with a policy", .handlesFailure, .usesTime(time)) { (input: Signal<Int, TestFailure>) in
      input.retry(.constant(time.ticks(1), limit: 2), on: time)
    }
  }
}
