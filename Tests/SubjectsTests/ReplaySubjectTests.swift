import StreamCore
import StreamTesting
import Subjects
import Testing

struct ReplaySubjectTests {
  @Test(arguments: [0, 1, 2, 5, 40])
  func theLastValuesComeFirst(_ count: Int) {
    let subject = ReplaySubject<Int, Never>(count: count)
    let early = Recorder(subject)
    for value in 0..<100 {
      subject.send(value)
      #expect(Recorder(subject).values == Array(max(0, value - count + 1)..<value + 1))
    }
    #expect(early.values == Array(0..<100))
  }

  @Test func unboundedKeepsAll() {
    let subject = ReplaySubject<Int, Never>.unbounded()
    for value in 0..<1_000 { subject.send(value) }
    subject.complete()
    let late = Recorder(subject)
    #expect(late.values == Array(0..<1_000))
    #expect(late.completion == .completed)
  }

  /// A value of the age is gone, a younger one is kept.
  @Test func valuesGetTooOld() {
    let time = TestScheduler()
    let subject = ReplaySubject<Int, Never>(age: time.ticks(3), on: time)
    subject.send(1)
    time.advance(by: time.ticks(1))
    subject.send(2)
    time.advance(by: time.ticks(1))
    #expect(Recorder(subject).values == [1, 2])
    time.advance(by: time.ticks(1))
    #expect(Recorder(subject).values == [2])
    subject.send(3)
    time.advance(by: time.ticks(2))
    #expect(Recorder(subject).values == [3])
    subject.complete()
    time.advance(by: time.ticks(1))
    #expect(Recorder(subject).events == [.completed])
  }

  @Test func ageAndCountTogether() {
    let time = TestScheduler()
    let subject = ReplaySubject<Int, Never>(count: 2, age: time.ticks(3), on: time)
    for value in 1...3 { subject.send(value) }
    #expect(Recorder(subject).values == [2, 3])
    time.advance(by: time.ticks(2))
    for value in 4...40 { subject.send(value) }
    time.advance(by: time.ticks(1))
    #expect(Recorder(subject).values == [39, 40])
    time.advance(by: time.ticks(2))
    #expect(Recorder(subject).values == [])
  }

  @Test func valuesThatGetTooOldAreReleased() {
    let time = TestScheduler()
    let probe = LifetimeProbe()
    let subject = ReplaySubject<LifetimeProbe.Object, Never>(count: 3, age: time.ticks(3), on: time)
    for _ in 0..<10 { subject.send(probe.object()) }
    #expect(probe.liveCount == 3)
    time.advance(by: time.ticks(3))
    subject.send(probe.object())
    #expect(probe.liveCount == 1)
  }

  /// A value is stored before it is delivered, so a subscriber in its handler receives it.
  @Test func aNestedSubscriptionSeesTheNewestValue() {
    let subject = ReplaySubject<Int, Never>(count: 1)
    let log = Log<Int>()
    subject.subscribe { value in
      log.append(value)
      _ = Recorder(subject.map { log.append($0) }, disposingAfter: 1)
    }
    subject.send(1)
    subject.send(2)
    #expect(log.all == [1, 1, 2, 2])
    subject.complete()
  }

  @Test func theLastValueIsReplayedAfterCompletion() {
    let subject = ReplaySubject<Int, TestFailure>(count: 1)
    subject.send(1)
    subject.send(2)
    subject.complete()
    #expect(Recorder(subject).events == [.next(2), .completed])
  }

  @Test func completionWithoutValuesReplaysNone() {
    let subject = ReplaySubject<Int, TestFailure>(count: 1)
    subject.complete()
    #expect(Recorder(subject).events == [.completed])
  }

  @Test func errorsAreReplayed() {
    let subject = ReplaySubject<Int, TestFailure>(count: 1)
    subject.send(1)
    subject.fail(TestFailure("over"))
    #expect(Recorder(subject).events == [.next(1), .failed(TestFailure("over"))])
  }

  /// Capacity 0: only the end is remembered.
  @Test func countZeroKeepsTheEnd() {
    let subject = ReplaySubject<Int, TestFailure>(count: 0)
    subject.send(1)
    subject.fail(TestFailure("over"))
    #expect(Recorder(subject).events == [.failed(TestFailure("over"))])
  }

  /// A nil is a value like any other.
  @Test func nilIsReplayed() {
    let subject = ReplaySubject<Int?, Never>(count: 2)
    subject.send(nil)
    subject.send(1)
    #expect(Recorder(subject).values == [nil, 1])
  }

  /// The original stores values after the end, and replays them before it (defect 35).
  @Test func nothingIsStoredAfterTheEnd() {
    let subject = ReplaySubject<Int, Never>.unbounded()
    subject.send(1)
    subject.complete()
    subject.send(2)
    #expect(Recorder(subject).events == [.next(1), .completed])
  }

  @Test func valuesOfConcurrentSendersAreReplayedInTheOrderOfDelivery() async {
    let subject = ReplaySubject<Int, Never>.unbounded()
    let live = Recorder(subject)
    let midway = Log<Recorder<Int, Never>>()
    onThreads(4) { sender in
      for index in 0..<5_000 {
        subject.send(sender * 5_000 + index)
        if index.isMultiple(of: 1_000) { midway.append(Recorder(subject)) }
      }
    }
    await live.waitForValues(20_000)
    let order = live.values
    #expect(Set(order).count == 20_000)
    #expect(Recorder(subject).values == order)
    for recorder in midway.all {
      await recorder.waitForValues(20_000)
      #expect(recorder.values == order)
    }
  }

  @Test func disposingInTheFirstReplayedValueStopsTheRest() {
    let subject = ReplaySubject<Int, Never>.unbounded()
    for value in 1...3 { subject.send(value) }
    #expect(Recorder(subject, disposingAfter: 1).values == [1])
  }

  /// "Right after subscribing" includes during the replay, from a handler and from another thread.
  @Test func aValueSentDuringTheReplayArrivesAfterIt() {
    let subject = ReplaySubject<Int, Never>.unbounded()
    for value in 1...3 { subject.send(value) }
    let log = Log<String>()
    subject.subscribe(
      next: { value in
        if value == 1 { subject.send(4) }
        if value == 2 {
          onThread {
            subject.send(5)
            subject.complete()
          }()
        }
        log.append("\(value)")
      }, completed: { log.append("|") })
    #expect(log.all == ["1", "2", "3", "4", "5", "|"])
  }

  /// The original replays under its lock: a slow subscriber blocks every sender and every other new one (defect 22).
  @Test func aSlowReplayBlocksNoSender() {
    let subject = ReplaySubject<Int, Never>(count: 1)
    subject.send(1)
    let slow = Log<Int>()
    let (entered, leave) = (Milestone(), Milestone())
    let finish = onThread {
      subject.subscribe { value in
        entered.reach()
        leave.wait()
        slow.append(value)
      }
    }
    entered.wait()
    let quick = Recorder(subject)
    subject.send(2)
    #expect(quick.values == [1, 2])
    #expect(Recorder(subject).values == [2])
    leave.reach()
    finish()
    #expect(slow.all == [1, 2])
  }

  @Test func releasingItCompletesItsObserversAndTheValuesStayWithTheSignal() {
    var subject: ReplaySubject<Int, Never>? = .unbounded()
    let signal = subject!.signal
    let recorder = Recorder(signal)
    subject!.send(1)
    subject = nil
    #expect(recorder.events == [.next(1), .completed])
    #expect(Recorder(signal).events == [.next(1), .completed])
  }

  #if !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
    @Test func aNegativeCountTraps() async {
      await #expect(processExitsWith: .failure) { _ = ReplaySubject<Int, Never>(count: -1) }
    }

    @Test func anAgeOfNothingTraps() async {
      await #expect(processExitsWith: .failure) {
        _ = ReplaySubject<Int, Never>(age: .zero, on: TestScheduler())
      }
    }
  #endif
}

extension StreamProtocol {
  /// The core has no `map`.
  fileprivate func map<Output: Sendable>(_ transform: @escaping @Sendable (Value) -> Output) -> Signal<Output, Failure>
  {
    let source = signal
    return Signal(attaching: { sink, subscription in
      source.attach(Sink(next: { sink.next(transform($0)) }, end: sink.end), to: subscription)
    })
  }
}
