import StreamCore
import StreamTesting
import Subjects
import TestSupport
import Testing

struct SubjectProtocolTests {
  @Test func aStreamIsSentToASubject() {
    let (source, subject) = (Subject<Int, Never>(), BehaviorSubject<Int, Never>(0))
    let recorder = Recorder(subject)
    source.send(to: subject)
    source.send(1)
    source.complete()
    #expect(recorder.events == [.next(0), .next(1), .completed])
  }

  /// Here: the teardown of a subscription runs when it is disposed, for every subscriber.
  @Test func teardownRunsForASubscriberThatIsASubject() {
    let log = Log<String>()
    let subject = Subject<Int, Never>()
    let handle = Signal<Int, Never> { _ in Disposable { log.append("torn down") } }.send(to: subject)
    #expect(log.all.isEmpty)
    handle.dispose()
    #expect(log.all == ["torn down"])
  }

  @Test func concurrentSendsArriveAllOneAtATime() async {
    let subject = Subject<Int, Never>()
    let log = Log<Int>()
    let isInside = Lock(false)
    let overlaps = Log<Int>()
    subject.subscribe { value in
      let overlap = isInside.withLock { isInside in
        defer { isInside = true }
        return isInside
      }
      if overlap { overlaps.append(value) }
      log.append(value)
      isInside.withLock { $0 = false }
    }
    onThreads(20) { subject.send($0) }
    await until { log.all.count >= 20 }
    #expect(log.all.sorted() == Array(0..<20))
    #expect(overlaps.all.isEmpty)
  }

  @Test(.long) func aHundredThousandSubjectsInAChain() {
    let heard = withSmallStack {
      let subjects = (0...100_000).map { _ in Subject<Int, Never>() }
      for (one, next) in zip(subjects, subjects.dropFirst()) { one.send(to: next) }
      let recorder = Recorder(subjects[100_000])
      for value in 1...3 {
        subjects[0].send(value)
        // It has gone all the way when the outermost send returns.
        #expect(recorder.values == Array(1...value))
      }
      subjects[0].complete()
      return recorder.events
    }
    #expect(heard == [.next(1), .next(2), .next(3), .completed])
  }

  /// Events that a link has queued are not overtaken by later events of another thread.
  @Test func aLongChainKeepsTheOrderOfEveryLink() async {
    let subjects = (0...200).map { _ in Subject<Int, Never>() }
    for (one, next) in zip(subjects, subjects.dropFirst()) { one.send(to: next) }
    let (middle, last) = (Recorder(subjects[100]), Recorder(subjects[200]))
    onThreads(2) { index in
      for number in 0..<2_000 { subjects[index * 90].send(index * 2_000 + number) }
    }
    await last.waitForValues(4_000)
    #expect(last.values == middle.values)
    for index in 0..<2 {
      let own = last.values.filter { $0 / 2_000 == index }
      #expect(own == Array(index * 2_000..<(index + 1) * 2_000))
    }
  }

  @Test(arguments: [true, false])
  func theFirstEndAmongSeveralSourcesEndsAll(_ byFailure: Bool) {
    let (first, second) = (Subject<Int, TestFailure>(), Subject<Int, TestFailure>())
    let subject = Subject<Int, TestFailure>()
    let recorder = Recorder(subject)
    let handles = [first.send(to: subject), second.send(to: subject)]
    first.send(1)
    second.send(2)
    if byFailure { first.fail(TestFailure("over")) } else { first.complete() }
    second.send(3)
    #expect(recorder.events == [.next(1), .next(2), byFailure ? .failed(TestFailure("over")) : .completed])
    #expect(handles[0].isDisposed)
    #expect(handles[1].isDisposed)
    #expect(first.send(to: subject).isDisposed)
  }

  /// A later source is not even started.
  @Test func aSubjectThatHasEndedTakesNoMoreSources() {
    let subject = Subject<Int, Never>()
    subject.complete()
    let log = Log<String>()
    let source = Signal<Int, Never> { _ in log.append("started") }
    #expect(source.send(to: subject).isDisposed)
    #expect(log.all.isEmpty)
  }

  @Test func sourcesAreTornDownBeforeObserversReceiveTheEnd() {
    let log = Log<String>()
    let subject = Subject<Int, Never>()
    Signal<Int, Never> { _ in Disposable { log.append("torn down") } }.send(to: subject)
    subject.subscribe(next: { _ in }, completed: { log.append("completed") })
    subject.complete()
    #expect(log.all == ["torn down", "completed"])
  }

  @Test func anEndedSourceIsReleased() {
    let probe = LifetimeProbe()
    let subject = Subject<Int, Never>()
    for _ in 0..<100 {
      let source = Signal<Int, Never> { [object = probe.object()] _ in Disposable { object.touch() } }
      source.send(to: subject).dispose()
    }
    #expect(probe.liveCount == 0)
  }

  /// Thirty threads send around the end. After `complete` has returned, no handler begins unless an earlier delivery is
  /// still running. The end is the last event.
  @Test func nothingIsDeliveredAfterTheEnd() async {
    for _ in 0..<50 {
      let subject = Subject<Int, Never>()
      let recorder = Recorder(subject)
      let log = Log<Event<Int, Never>>()
      subject.subscribeEvents { log.append($0) }
      onThreads(30) { index in
        if index == 15 { subject.complete() } else { subject.send(index) }
      }
      await recorder.waitForEnd()
      await until { log.all.last == .completed }
      #expect(recorder.completion == .completed)
      #expect(log.all == recorder.events)
      #expect(log.all.count { $0.isTerminal } == 1)
    }
  }

  /// Swift has no failure without a reason. A failure whose type has a single value counts as any other.
  @Test func aFailureWithoutAReasonIsAFailure() {
    struct Nothing: Error, Equatable {}
    let subject = Subject<Int, Nothing>()
    let recorder = Recorder(subject)
    subject.fail(Nothing())
    #expect(recorder.events == [.failed(Nothing())])
  }

  @Test func aSourceKeepsTheSubjectItSendsTo() {
    let source = Subject<Int, Never>()
    let log = Log<String>()
    do {
      let subject = Subject<Int, Never>()
      subject.subscribe(next: { log.append("\($0)") }, completed: { log.append("|") })
      source.send(to: subject)
    }
    source.send(1)
    source.complete()
    #expect(log.all == ["1", "|"])
  }
}
