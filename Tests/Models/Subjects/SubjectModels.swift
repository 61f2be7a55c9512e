import Interleaving
import ModelSupport
import StreamCore
import Subjects
import Testing

@Suite struct SubjectModels {
  @Test func twoSendersAndOneObserver() throws {
    try model("Subject, send, send", withoutBound: true) { program in
      let (subject, told) = (Subject<Int, Never>(), Told<Int>())
      let handle = subject.subscribe { told.append($0) }
      for thread in 1...2 { program.thread { subject.send(thread * 1_000) } }
      program.atEnd {
        expect(Set(told.values) == [1_000, 2_000], "told \(told.values)")
        handle.dispose()
      }
    }
  }

  @Test func allObserversReceiveOneOrder() throws {
    try model("Subject, two observers receive one order", withoutBound: true) { program in
      let (subject, one, other) = (Subject<Int, Never>(), Told<Int>(), Told<Int>())
      let handles = [subject.subscribe { one.append($0) }, subject.subscribe { other.append($0) }]
      for thread in 1...2 { program.thread { subject.send(thread) } }
      program.atEnd {
        expect(one.values == other.values && one.values.count == 2, "\(one.values), \(other.values)")
        for handle in handles { handle.dispose() }
      }
    }
  }

  /// The queue has capacity for one value. A handler finds it empty, or with the value of the other thread.
  @Test func aRefusedValueTakesNoCapacity() throws {
    try model("Subject(limit: 1), send, send", withoutBound: true) { program in
      let (told, drops) = (Told<Int>(), DropCount())
      let subject = Subject<Int, Never>(limit: 1, counting: drops)
      let handle = subject.subscribe { [unowned subject] value in
        told.append(value)
        if value < 2 { subject.send(value + 1) }
      }
      program.thread { subject.send(0) }
      program.thread { subject.send(9) }
      program.atEnd {
        expect(drops.count <= 1, "\(drops.count) of 4 values dropped, notified of \(told.values)")
        handle.dispose()
      }
    }
  }

  /// Contract 6: when `dispose` has returned, no handler begins on that thread.
  @Test func aDisposalDuringADelivery() throws {
    try model("Subject, send, dispose", withoutBound: true) { program in
      let (subject, told) = (Subject<Int, Never>(), Told<Int>())
      let handle = subject.subscribe { told.append($0) }
      program.thread {
        subject.send(1)
        subject.send(2)
      }
      program.thread { handle.dispose() }
      program.atEnd { expect([[], [1], [1, 2]].contains(told.values), "told \(told.values)") }
    }
  }

  @Test func oneThatComesWhileValuesAreSent() throws {
    try model("Subject, send, subscribe, complete", withoutBound: true) { program in
      let (subject, told, ends) = (Subject<Int, Never>(), Told<Int>(), Count())
      program.thread {
        subject.send(1)
        subject.send(2)
        subject.complete()
      }
      program.thread { subject.subscribe(next: { told.append($0) }, completed: { ends.add() }) }
      program.atEnd {
        expect([[], [2], [1, 2]].contains(told.values), "told \(told.values)")
        expect(ends.now == 1, "\(ends.now) ends")
      }
    }
  }

  /// The subscription that feeds a subject is set, and looked at when the subject is released, by the draining thread.
  @Test func aSubjectIsReleasedWhileAnObserverLeaves() throws {
    try model("Subject, dispose, follow and release", withoutBound: true) { program in
      let (run, ends) = (Subscription(), Count())
      let subject = Shared<Subject<Int, Never>?>(Subject())
      let leaving = subject.value!.subscribe { _ in }
      let staying = subject.value!.subscribe(next: { _ in }, completed: { ends.add() })
      program.thread { leaving.dispose() }
      program.thread {
        subject.value?.hub.setFeed(run)
        subject.value = nil
      }
      program.atEnd {
        expect(ends.now == 0, "\(ends.now) ends, though the source is active")
        staying.dispose()
        run.dispose()
      }
    }
  }

  @Test func aBehaviorSubjectReplaysItsValue() throws {
    try model("BehaviorSubject, send, send, subscribe with replay", withoutBound: true) { program in
      let (subject, told) = (BehaviorSubject<Int, Never>(0), Told<Int>())
      program.thread {
        subject.send(1)
        subject.send(2)
      }
      program.thread { subject.subscribe { told.append($0) } }
      program.atEnd {
        expect([[0, 1, 2], [1, 2], [2]].contains(told.values), "told \(told.values)")
        subject.complete()
      }
    }
  }

  @Test func aReplayIsHandedOver() throws {
    try model("ReplaySubject, subscribe with replay, handing over", expiries: 1) { program in
      let (subject, told, ends) = (ReplaySubject<Int, Never>(count: 2), Told<Int>(), Count())
      subject.send(1)
      program.thread {
        subject.send(2)
        subject.send(3)
        subject.complete()
      }
      program.thread { subject.subscribe(next: { told.append($0) }, completed: { ends.add() }) }
      program.atEnd {
        expect([[1, 2, 3], [2, 3]].contains(told.values), "told \(told.values)")
        expect(ends.now == 1, "\(ends.now) ends")
      }
    }
  }

  /// The last value that observers receive is the value of the subject.
  @Test func twoThreadsSetAValue() throws {
    try model("BehaviorSubject, send, send, observed", withoutBound: true) { program in
      let (subject, told) = (BehaviorSubject<Int, Never>(0), Told<Int>())
      let handle = subject.subscribe { told.append($0) }
      for thread in 1...2 { program.thread { subject.send(thread) } }
      program.atEnd {
        expect(told.values.last == subject.value, "notified of \(told.values), expected \(subject.value)")
        handle.dispose()
      }
    }
  }

  /// Early observers receive the values of the replay in the same order.
  @Test func aReplayHasTheDeliveredValues() throws {
    try model("ReplaySubject, send, send, observed", withoutBound: true) { program in
      let (subject, told) = (ReplaySubject<Int, Never>(count: 2), Told<Int>())
      let handle = subject.subscribe { told.append($0) }
      for thread in 1...2 { program.thread { subject.send(thread) } }
      program.atEnd {
        handle.dispose()
        let later = Told<Int>()
        subject.subscribe { later.append($0) }.dispose()
        expect(told.values.sorted() == [1, 2] && told.values == later.values, "told \(told.values), \(later.values)")
      }
    }
  }

  /// Values queued behind a replay are released when the observer is disposed.
  @Test func oneThatGoesDuringItsReplay() throws {
    try model("ReplaySubject, subscribe with replay, send, dispose") { program in
      let subject = ReplaySubject<Kept, Never>(count: 1)
      let subscription = Subscription()
      subject.send(Kept())
      program.thread { subject.signal.attach(Sink(next: { _ in }, end: { _ in }), to: subscription) }
      program.thread { subject.send(Kept()) }
      program.thread { subscription.dispose() }
    }
  }

  @Test func anUpstreamOfASubjectEndsWithIt() throws {
    try model("Subject, addUpstream, complete", withoutBound: true) { program in
      let (subject, upstream) = (Subject<Int, Never>(), Subscription())
      program.thread { subject.addUpstream(upstream) }
      program.thread { subject.complete() }
      program.atEnd { expect(upstream.isDisposed) }
    }
  }

  @Test func modifyLosesNothing() throws {
    try model("BehaviorSubject, modify, modify", withoutBound: true) { program in
      let subject = BehaviorSubject<Int, Never>(0)
      for _ in 0..<2 { program.thread { subject.modify { $0 += 1 } } }
      program.atEnd { expect(subject.value == 2, "\(subject.value)") }
    }
  }

  @Test func aSubjectThatIsReleasedDuringASubscription() throws {
    try model("Subject, release, subscribe", withoutBound: true) { program in
      let ends = Count()
      var subject: Subject<Int, Never>? = Subject()
      let stream = subject!.signal
      program.thread { [subject] in subject?.send(1) }
      program.thread { stream.subscribe(next: { _ in }, completed: { ends.add() }) }
      subject = nil
      program.atEnd { expect(ends.now == 1, "\(ends.now) ends") }
    }
  }

  @Test func anObserverAndItsEnd() throws {
    try model("Observer, send, complete, dispose") { program in
      let (told, ends) = (Told<Int>(), Count())
      let place = Shared<Observer<Int, Never>?>(nil)
      let handle = Signal<Int, Never> { observer in
        place.value = observer
        return Disposable {}
      }.subscribe(next: { told.append($0) }, completed: { ends.add() })
      let observer = place.value!
      place.value = nil
      program.thread { observer.send(1) }
      program.thread { observer.complete() }
      program.thread { handle.dispose() }
      program.atEnd { expect(told.values.count <= 1 && ends.now <= 1) }
    }
  }
}

/// An object that must be released at the end.
private final class Kept: Sendable { let token = Atomic(0) }
