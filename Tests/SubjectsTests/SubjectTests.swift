import StreamCore
import StreamTesting
import Subjects
import TestSupport
import Testing

struct SubjectTests {
  private struct Refusal: Error, Equatable {
    var reason: String
  }

  @Test func everyObserverReceivesEachValueInTheOrderOfSubscription() {
    let subject = Subject<Int, Never>()
    let log = Log<String>()
    subject.send(0)
    subject.subscribe { log.append("a\($0)") }
    subject.send(1)
    subject.subscribe { log.append("b\($0)") }
    subject.send(2)
    #expect(log.all == ["a1", "a2", "b2"])
  }

  @Test func aVoidSubjectSendsItsOneValue() {
    let taps = Subject<Void, Never>()
    let log = Log<Int>()
    taps.subscribe { log.append(1) }
    taps.send()
    taps.send()
    #expect(log.all.count == 2)
  }

  @Test func eventsAreSentAsTheyAre() {
    let subject = Subject<Int, Refusal>()
    let recorder = Recorder(subject)
    subject.send(.next(1))
    subject.send(.failed(Refusal(reason: "no")))
    subject.send(.completed)
    #expect(recorder.events == [.next(1), .failed(Refusal(reason: "no"))])
  }

  /// RAC's plain subject forgets its end, and delivers after it. This one does not (contract 1 and 10).
  @Test func theEndIsRemembered() {
    let subject = Subject<Int, Refusal>()
    let early = Recorder(subject)
    subject.send(1)
    subject.fail(Refusal(reason: "over"))
    subject.send(2)
    subject.complete()
    let late = Recorder(subject)
    #expect(early.events == [.next(1), .failed(Refusal(reason: "over"))])
    #expect(late.events == [.failed(Refusal(reason: "over"))])
    #expect(late.isDisposed)
  }

  @Test func aSubscriberFromInsideTheEndReceivesItToo() {
    let subject = Subject<Int, Never>()
    let log = Log<String>()
    subject.subscribe(
      next: { _ in },
      completed: {
        log.append("first")
        subject.subscribe(next: { _ in }, completed: { log.append("second") })
      })
    subject.complete()
    #expect(log.all == ["first", "second"])
  }

  @Test func aSubscriberDuringAnEventReceivesTheNextOneFirst() {
    let subject = Subject<Int, Never>()
    let log = Log<String>()
    subject.subscribe { value in
      log.append("a\(value)")
      if value == 1 { subject.subscribe { log.append("b\($0)") } }
    }
    subject.send(1)
    subject.send(2)
    #expect(log.all == ["a1", "a2", "b2"])
    subject.complete()
  }

  @Test func anObserverDisposedDuringAnEventReceivesNothingMore() {
    let subject = Subject<Int, Never>()
    let log = Log<String>()
    let second = SerialDisposable()
    subject.subscribe { value in
      log.append("a\(value)")
      if value == 2 { second.dispose() }
    }
    second.inner = subject.subscribe { log.append("b\($0)") }
    subject.subscribe { log.append("c\($0)") }
    for value in 1...3 { subject.send(value) }
    #expect(log.all == ["a1", "b1", "c1", "a2", "c2", "a3", "c3"])
    subject.complete()
  }

  @Test func aSendFromAHandlerIsDeliveredNext() {
    let subject = Subject<Int, Never>()
    let log = Log<String>()
    subject.subscribe { value in
      log.append("a\(value)")
      if value < 3 { subject.send(value + 1) }
    }
    subject.subscribe { log.append("b\($0)") }
    subject.send(1)
    #expect(log.all == ["a1", "b1", "a2", "b2", "a3", "b3"])
    subject.complete()
  }

  @Test(.long) func aMillionSendsFromHandlersTakeNoStack() {
    let last = withSmallStack {
      let subject = Subject<Int, Never>()
      let last = Log<Int>()
      subject.subscribe { value in
        if value < 1_000_000 { subject.send(value + 1) } else { last.append(value) }
      }
      subject.send(0)
      subject.complete()
      return last.all
    }
    #expect(last == [1_000_000])
  }

  @Test func coming_goingAndOrderAmongMany() {
    let subject = Subject<Int, Never>()
    let log = Log<Int>()
    let handles = (0..<1_000).map { index in subject.subscribe { _ in log.append(index) } }
    for index in 0..<1_000 where !index.isMultiple(of: 7) { handles[index].dispose() }
    subject.send(0)
    #expect(log.all == (0..<1_000).filter { $0.isMultiple(of: 7) })
  }

  /// One more subscription costs a number of deliveries to the others: nothing is copied, searched or moved.
  @Test func disposingInsideADeliveryToManyReachesTheRightOnes() {
    let subject = Subject<Int, Never>()
    let log = Log<Int>()
    let handles = Log<Disposable>()
    for index in 0..<100 {
      handles.append(
        subject.subscribe { _ in
          log.append(index)
          // Each takes away the one before it and the one after it.
          for neighbour in [index - 1, index + 1] where (0..<100).contains(neighbour) {
            handles.all[neighbour].dispose()
          }
        })
    }
    subject.send(0)
    subject.send(0)
    let even = (0..<100).filter { $0.isMultiple(of: 2) }
    #expect(log.all == even + even)
    subject.complete()
  }

  @Test func theSignalCannotBeCastBack() {
    let subject = Subject<Int, Never>()
    let published: Any = subject.signal
    #expect(!(published is any SubjectProtocol<Int, Never>))
    #expect(!(published is AnyObject.Type))
  }

  @Test func releasingASubjectCompletesItsObservers() {
    let log = Log<String>()
    var subject: Subject<Int, Never>? = Subject()
    let signal = subject!.signal
    subject?.subscribe(next: { log.append("\($0)") }, completed: { log.append("|") })
    subject?.send(1)
    subject = nil
    #expect(log.all == ["1", "|"])
    #expect(Recorder(signal).events == [.completed])
  }

  @Test func aSubjectReleasedInItsOwnDeliveryFinishesIt() {
    let log = Log<String>()
    let holder = Log<Subject<Int, Never>>()
    holder.append(Subject())
    let subscribe = { (name: String) in
      _ = holder.all[0].subscribe(
        next: {
          log.append("\(name)\($0)")
          holder.removeAll()
        }, completed: { log.append("\(name)|") })
    }
    subscribe("a")
    subscribe("b")
    let send = { holder.all[0].send(1) }
    send()
    #expect(log.all == ["a1", "b1", "a|", "b|"])
  }

  @Test(arguments: ["dispose", "complete", "release"])
  func nothingIsRetainedAfterTheEnd(_ end: String) {
    let probe = LifetimeProbe()
    var subject: Subject<Int, Never>? = Subject()
    let handle = { [object = probe.object()] in subject!.subscribe { _ in object.touch() } }()
    let other = subject!.subscribe { _ in }
    subject!.send(1)
    #expect(probe.liveCount == 1)
    switch end {
    case "dispose": handle.dispose()
    case "complete": subject!.complete()
    default: subject = nil
    }
    #expect(probe.liveCount == 0)
    withExtendedLifetime((handle, other, subject)) {}
  }

  @Test func theCapturesOfAHandlerAreReleasedOnlyAfterIt() {
    let probe = LifetimeProbe()
    let subject = Subject<Int, Never>()
    let handle = SerialDisposable()
    let log = Log<Int>()
    handle.inner = { [object = probe.object()] in
      subject.subscribe { _ in
        handle.dispose()
        log.append(probe.liveCount)
        object.touch()
      }
    }()
    subject.send(1)
    #expect(log.all == [1])
    #expect(probe.liveCount == 0)
  }

  @Test(.long) func aMillionSubjectsInAChainAreReleasedOnASmallStack() {
    let probe = LifetimeProbe()
    withSmallStack {
      var head = Subject<Int, Never>()
      head.subscribe { [object = probe.object()] _ in object.touch() }
      for _ in 0..<1_000_000 {
        let next = head
        head = Subject()
        head.subscribe { next.send($0) }
      }
    }
    #expect(probe.liveCount == 0)
  }

  @Test(.long) func aMillionObserversAreReleasedOnASmallStack() {
    let probe = LifetimeProbe()
    withSmallStack {
      let subject = Subject<Int, Never>()
      let object = probe.object()
      for _ in 0..<1_000_000 { subject.subscribe { _ in object.touch() } }
    }
    #expect(probe.liveCount == 0)
  }
}
