import StreamCore
import StreamTesting
import Subjects
import Testing

struct BehaviorSubjectTests {
  @Test func theCurrentValueComesFirst() {
    let subject = BehaviorSubject<Int, Never>(1)
    let first = Recorder(subject)
    subject.send(2)
    let second = Recorder(subject)
    subject.value = 3
    #expect(first.values == [1, 2, 3])
    #expect(second.values == [2, 3])
    #expect(subject.value == 3)
  }

  @Test func theValueCanBeChangedInPlace() {
    let temperature = BehaviorSubject<Double, Never>(21.5)
    let recorder = Recorder(temperature)
    temperature.value += 0.5
    #expect(recorder.values == [21.5, 22])
  }

  /// The original sends the current value under its lock, past the subscription, so disposing cannot stop it (defect 34).
  @Test func disposingStopsTheFirstValue() {
    let subject = BehaviorSubject<Int, Never>(1)
    let recorder = Recorder(subject, disposingAfter: 0)
    #expect(recorder.events.isEmpty)
  }

  /// The original leaves late subscribers hanging (defect 33).
  @Test func afterTheEndComeTheLastValueAndTheEnd() {
    let subject = BehaviorSubject<Int, TestFailure>(1)
    subject.value = 2
    subject.fail(TestFailure("over"))
    subject.value = 3
    subject.modify { $0 += 1 }
    subject.complete()
    #expect(subject.value == 2)
    #expect(Recorder(subject).events == [.next(2), .failed(TestFailure("over"))])
    #expect(Recorder(subject, disposingAfter: 1).events == [.next(2)])
  }

  @Test func releasingItCompletesItsObservers() {
    var subject: BehaviorSubject<Int, Never>? = BehaviorSubject(1)
    let signal = subject!.signal
    let recorder = Recorder(signal)
    subject = nil
    #expect(recorder.events == [.next(1), .completed])
    #expect(Recorder(signal).events == [.next(1), .completed])
  }

  @Test func aSetInsideAHandlerIsReadImmediatelyAndDeliveredInOrder() {
    let subject = BehaviorSubject<Int, Never>(0)
    let log = Log<String>()
    subject.subscribe { value in
      if value == 1 {
        subject.value = 2
        log.append("reads \(subject.value)")
      }
      log.append("a\(value)")
    }
    subject.subscribe { log.append("b\($0)") }
    subject.value = 1
    #expect(log.all == ["a0", "b0", "reads 2", "a1", "b1", "a2", "b2"])
    subject.complete()
  }

  @Test func aSubscriberInAHandlerReceivesTheCurrentValueImmediatelyAndNoneTwice() {
    let subject = BehaviorSubject<Int, Never>(0)
    let log = Log<String>()
    subject.subscribe { value in
      log.append("a\(value)")
      guard value == 1 else { return }
      subject.value = 2
      subject.subscribe { log.append("b\($0)") }
      log.append("subscribed")
    }
    subject.value = 1
    subject.value = 3
    #expect(log.all == ["a0", "a1", "b2", "subscribed", "a2", "a3", "b3"])
    subject.complete()
  }

  @Test func aSetInsideTheFirstValueFollowsIt() {
    let subject = BehaviorSubject<Int, Never>(0)
    let log = Log<Int>()
    subject.subscribe { value in
      log.append(value)
      if value < 3 { subject.value = value + 1 }
      log.append(-value)
    }
    #expect(log.all == [0, 0, 1, -1, 2, -2, 3, -3])
    subject.complete()
  }

  @Test func anObserverDisposedInItsFirstValueReceivesNothingMore() {
    let subject = BehaviorSubject<Int, Never>(0)
    let log = Log<Int>()
    let handle = Subscription()
    subject.signal.attach(
      Sink(
        next: { value in
          log.append(value)
          subject.value = 1
          handle.dispose()
        }, end: { _ in log.append(-1) }), to: handle)
    subject.value = 2
    subject.complete()
    #expect(log.all == [0])
  }

  @Test func theEndInsideTheFirstValueFollowsIt() {
    let subject = BehaviorSubject<Int, Never>(0)
    let log = Log<String>()
    subject.subscribe(
      next: { value in
        subject.value = 1
        subject.complete()
        log.append("\(value)")
      }, completed: { log.append("|") })
    #expect(log.all == ["0", "1", "|"])
  }

  /// A value sent while a new observer is still at its first waits for it, and the sender does not.
  @Test func aNewObserverOnAnotherThreadBlocksNoSender() {
    let subject = BehaviorSubject<Int, Never>(0)
    let slow = Log<Int>()
    let quick = Recorder(subject)
    let (entered, leave) = (Milestone(), Milestone())
    let finish = onThread {
      subject.subscribe { value in
        if value == 0 {
          entered.reach()
          leave.wait()
        }
        slow.append(value)
      }
    }
    entered.wait()
    subject.value = 1
    subject.value = 2
    let third = Recorder(subject)
    #expect(quick.values == [0, 1, 2])
    #expect(third.values == [2])
    #expect(slow.all == [])
    leave.reach()
    finish()
    subject.value = 3
    #expect(slow.all == [0, 1, 2, 3])
  }

  @Test func modifyReturnsAndThrows() {
    let subject = BehaviorSubject<[Int], Never>([1])
    let recorder = Recorder(subject)
    #expect(subject.modify { $0.removeLast() } == 1)
    #expect(throws: TestFailure("no")) {
      try subject.modify { (values) throws(TestFailure) in
        values.append(5)
        throw TestFailure("no")
      }
    }
    #expect(subject.value == [])
    #expect(recorder.values == [[1], []])
  }

  @Test func modifyThatSetsHasTheLastWord() {
    let subject = BehaviorSubject<Int, Never>(1)
    let recorder = Recorder(subject)
    subject.modify { value in
      subject.value = 10
      value += 1
    }
    #expect(recorder.values == [1, 10, 2])
    #expect(subject.value == 2)
  }

  @Test func modifyLosesNoChangeOfOtherThreads() async {
    let subject = BehaviorSubject<Int, Never>(0)
    let recorder = Recorder(subject)
    onThreads(4) { _ in for _ in 0..<20_000 { subject.modify { $0 += 1 } } }
    #expect(subject.value == 80_000)
    await recorder.waitForValues(80_001)
    #expect(recorder.values == Array(0...80_000))
  }

  @Test func aReplacedValueIsReleasedWithoutTheLock() {
    let subject = BehaviorSubject<OnRelease, Never>(OnRelease {})
    let log = Log<Int>()
    subject.value = OnRelease { [weak subject] in
      _ = subject?.value
      log.append(1)
    }
    subject.value = OnRelease {}
    #expect(log.all == [1])
  }
}

/// Runs something when it is released.
private final class OnRelease: Sendable {
  private let action: @Sendable () -> Void
  init(_ action: @escaping @Sendable () -> Void) { self.action = action }
  deinit { action() }
}
