import StreamCore
import StreamTesting
import Subjects
import Testing

/// Contract 4, for subjects and operators that use them: values, failures and closures check that no lock is held.
struct CallOutsTests {
  private typealias Input = Signal<Probed, Probed>
  private let time = TestScheduler()

  @Test func sharing() {
    Battery.check("share", .shares) { (input: Input) in input.share(replay: 2) }
    Battery.check("autoconnect", .shares) { (input: Input) in input.publish().autoconnect() }
    Battery.check("replayLazily", .shares, .outlivesSubscribers) { (input: Input) in input.replayLazily() }
    Battery.check("share(keepAlive:)", .shares, .outlivesSubscribers, .usesTime(time)) { (input: Input) in
      input.share(replay: 1, keepAlive: time.ticks(3), on: time)
    }
  }

  #if DEBUG
    @Test(arguments: 0..<5)
    func subjects(_ kind: Int) {
      let probe = LockProbe()
      do {
        var subject: any SubjectProtocol<Probed, Probed> =
          switch kind {
          case 0: Subject()
          case 1: BehaviorSubject(probe.value(0))
          case 2: ReplaySubject(count: 2)
          case 3: ReplaySubject.unbounded()
          default: ReplaySubject(count: 2, age: time.ticks(1), on: time)
          }
        let listener = subject.subscribe(
          next: { [weak subject] value in
            probe.look("a handler")
            // Re-entrant, and coming and going meanwhile.
            if value.number == 1 { subject?.send(probe.value(7)) }
            subject?.subscribe(next: { _ in probe.look("a handler") }, failed: { _ in }).dispose()
          }, failed: { _ in probe.look("a handler of failures") })
        for number in 1...4 {
          subject.send(probe.value(number))
          time.advance(by: time.ticks(1))
          subject.subscribe(next: { _ in probe.look("a late handler") }, failed: { _ in }, completed: {})
        }
        if let subject = subject as? BehaviorSubject<Probed, Probed> {
          subject.value = probe.value(8)
          subject.modify { [old = subject.value] value in
            probe.look("a change")
            if value == old { value = probe.value(9) }
          }
        }
        listener.dispose()
        if kind.isMultiple(of: 2) { subject.fail(probe.value(10)) }
        subject.send(probe.value(11))
        subject = Subject()
      }
      #expect(probe.lookCount > 10 && probe.breaches == [])
    }

    @Test func disposables() {
      let probe = LockProbe()
      let bag = CompositeDisposable()
      for number in 1...200 {
        let member = Disposable { [value = probe.value(number)] in probe.look("a disposal \(value)") }
        bag.add(member)
        if number.isMultiple(of: 3) { member.dispose() }
      }
      let serial = SerialDisposable()
      for number in 1...3 { serial.inner = Disposable { [value = probe.value(number)] in probe.look("\(value)") } }
      serial.inner = Disposable { [value = probe.value(0)] in probe.look("\(value)") }
      serial.inner = nil
      bag.dispose()
      bag.add(Disposable { [value = probe.value(0)] in probe.look("late \(value)") })
      #expect(probe.lookCount > 200 && probe.breaches == [])
    }
  #endif
}
