import StreamCore
import StreamTesting
import Subjects
import Testing

/// The contract, for every subject and every kind of sharing.
struct SubjectBatteryTests {
  /// The operator that passes everything through a subject.
  private func through<Middle: SubjectProtocol>(
    _ input: Signal<Int, TestFailure>, _ make: @escaping @Sendable () -> Middle
  ) -> Signal<Int, TestFailure> where Middle.Value == Int, Middle.Failure == TestFailure {
    Signal(attaching: { sink, subscription in
      let subject = make()
      // The initial value of a behaviour subject is not one of the input's values.
      subject.signal.attach(Sink(next: { if $0 != 0 { sink.next($0) } }, end: sink.end), to: subscription)
      let feed = Subscription()
      subscription.add(feed)
      input.attach(
        Sink(
          next: { subject.send($0) },
          end: { completion in
            guard feed.isActive else { return }
            subject.send(Event(completion))
            feed.dispose()
          }),
        to: feed)
    })
  }

  @Test func subject() {
    Battery.check("Subject") { (input: Signal<Int, TestFailure>) in through(input) { Subject() } }
    Battery.check("a Subject with a limit") { (input: Signal<Int, TestFailure>) in
      through(input) { Subject(limit: 1_000) }
    }
  }

  @Test func behaviorSubject() {
    Battery.check("BehaviorSubject") { (input: Signal<Int, TestFailure>) in through(input) { BehaviorSubject(0) } }
  }

  @Test func replaySubject() {
    Battery.check("ReplaySubject") { (input: Signal<Int, TestFailure>) in through(input) { ReplaySubject(count: 2) } }
  }

  @Test func unboundedReplaySubject() {
    Battery.check("ReplaySubject.unbounded") { (input: Signal<Int, TestFailure>) in
      through(input) { ReplaySubject.unbounded() }
    }
  }

  @Test func agingReplaySubject() {
    let time = TestScheduler()
    Battery.check("ReplaySubject(age:)") { (input: Signal<Int, TestFailure>) in
      through(input) { ReplaySubject(count: 10, age: time.ticks(1), on: time) }
    }
  }

  @Test func endedSubjects() {
    Battery.check(stream: "ended Subject") {
      let subject = Subject<Int, Never>()
      subject.complete()
      return subject
    }
    Battery.check(stream: "ended BehaviorSubject") {
      let subject = BehaviorSubject<Int, TestFailure>(1)
      subject.fail(TestFailure("over"))
      return subject
    }
    Battery.check(stream: "ended ReplaySubject") {
      let subject = ReplaySubject<Int, Never>(count: 3)
      for value in 1...5 { subject.send(value) }
      subject.complete()
      return subject
    }
  }

  @Test func liveSubjects() {
    Battery.check(stream: "live BehaviorSubject") { BehaviorSubject<Int, Never>(1) }
    Battery.check(stream: "live ReplaySubject") {
      let subject = ReplaySubject<Int, Never>(count: 3)
      for value in 1...5 { subject.send(value) }
      return subject
    }
  }

  @Test func connections() {
    Battery.check("autoconnect", .shares) { (input: Signal<Int, TestFailure>) in input.publish().autoconnect() }
    Battery.check("replayLazily", .shares, .outlivesSubscribers) {
      (input: Signal<Int, TestFailure>) in
      input.replayLazily()
    }
  }

  private static let policies: [ShareResets] = (0..<8).map { ShareResets(rawValue: $0) }

  @Test(arguments: [0, 1, 3], policies)
  func share(_ count: Int, _ resets: ShareResets) {
    let name = "share(replay: \(count), resettingOn: \(resets.rawValue))"
    let make = { (input: Signal<Int, TestFailure>) in input.share(replay: count, resettingOn: resets) }
    if resets.contains(.noSubscribers) {
      Battery.check(name, .shares, operator: make)
    } else {
      Battery.check(name, .shares, .outlivesSubscribers, operator: make)
    }
  }

  @Test(arguments: [0, 2], policies)
  func shareWithAGracePeriod(_ count: Int, _ resets: ShareResets) {
    let time = TestScheduler()
    Battery.check(
      "share(replay: \(count), resettingOn: \(resets.rawValue), keepAlive:)",
      .shares, .outlivesSubscribers, .usesTime(time)
    ) { (input: Signal<Int, TestFailure>) in
      input.share(replay: count, resettingOn: resets, keepAlive: time.ticks(3), on: time)
    }
  }
}
