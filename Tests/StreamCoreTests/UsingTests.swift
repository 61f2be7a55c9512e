import StreamCore
import StreamTesting
import Synchronization
import Testing

struct UsingTests {
  /// A resource whose acquisitions and releases are counted.
  private final class Door: Sendable {
    let log = Lock<[String]>([])
    func note(_ text: String) { log.withLock { $0.append(text) } }
    var all: [String] { log.withLock { $0 } }

    func using<Failure: Error>(_ stream: Signal<String, Failure>) -> Signal<String, Failure> {
      .using({ () throws(Failure) in self.note("open") }, release: { self.note("close") }) { _ in stream }
    }
  }

  @Test func picture() {
    let time = TestScheduler()
    let door = Door()
    expectMarbles("--a--b--|", door.using(time.cold("--a--b--|").signal), on: time)
    #expect(door.all == ["open", "close"])
  }

  @Test func eachSubscriberHasAResource() {
    let door = Door()
    let stream = door.using(Signal<String, Never>(["a"]))
    #expect(door.all == [])
    #expect(Recorder(stream).values == ["a"])
    #expect(Recorder(stream).values == ["a"])
    #expect(door.all == ["open", "close", "open", "close"])
  }

  @Test func itIsReleasedAfterTheEndAndAfterTheStreamWasTornDown() {
    let door = Door()
    let stream = Signal<String, Never> { observer in
      door.note("start")
      observer.complete()
      return Disposable { door.note("teardown") }
    }
    door.using(stream).subscribe(next: { _ in }, completed: { door.note("end") })
    #expect(door.all.last == "close")
    #expect(door.all.count == 5)
  }

  @Test func disposalReleasesIt() {
    let door = Door()
    let handle = door.using(Signal<String, Never>.never).subscribe { _ in }
    #expect(door.all == ["open"])
    handle.dispose()
    #expect(door.all == ["open", "close"])
  }

  @Test func anErrorOfAcquireFailsTheStream() {
    let released = Lock(0)
    let stream = Signal<Int, TestFailure>.using(
      { () throws(TestFailure) -> Int in throw TestFailure() }, release: { _ in released.withLock { $0 += 1 } }
    ) { .just($0) }
    #expect(Recorder(stream).events == [.failed(TestFailure())])
    #expect(released.withLock { $0 } == 0)
  }

  @Test func aSubscriptionThatAcquireDisposesReleasesIt() {
    let door = Door()
    let subscription = Subscription()
    let stream = Signal<Int, Never>.using(
      {
        door.note("open")
        subscription.dispose()
      }, release: { door.note("close") }
    ) { _ in
      door.note("use")
      return .just(1)
    }
    stream.attach(Sink(next: { _ in door.note("value") }, end: { _ in door.note("end") }), to: subscription)
    #expect(door.all == ["open", "close"])
  }

  @Test func battery() {
    Battery.check("using") { (input: Signal<Int, TestFailure>) in
      Signal.using({ () throws(TestFailure) in 1 }, release: { _ in }) { _ in input }
    }
  }

  @Test func aFollowerKeepsItsResourceUntilItsStreamIsAttached() {
    let events = Door()
    let used = Signal<Int, Never>.using {
      events.note("acquire")
    } release: {
      events.note("release")
    } _: {
      Signal<Int, Never>.deferred {
        events.note("attach")
        return .just(1)
      }.concat(.just(2))
    }
    Signal<Int, Never>.empty.concat(used).subscribe { events.note("\($0)") }
    #expect(events.all == ["acquire", "attach", "1", "2", "release"])
  }
}
