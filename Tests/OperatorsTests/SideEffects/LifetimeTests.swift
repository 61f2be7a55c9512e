import Operators
import StreamTesting
import Subjects
import Testing

struct LifetimeTests {
  @Test func picture() {
    let time = TestScheduler()
    let place = Place()
    let object = time.cold("-----x").subscribe(next: { _ in place.owner = nil }, failed: { _ in })
    defer { object.dispose() }
    let source = time.cold("1-2-3-4-5-|", failure: Oops.oops) { Int(drawn: $0) }
    expectMarbles("1-2-3|", source.signal.take(duringLifetimeOf: place.owner!), on: time)
    source.expectSubscriptions("^----!")
  }

  @Test func pictureOfTheEnd() {
    let time = TestScheduler()
    let place = Place()
    time.schedule(after: time.ticks(8)) { place.owner = nil }
    expectMarbles("--------|", place.owner!.lifetime.ended, on: time)
  }

  @Test func completesWithoutValuesWhenTheObjectGoes() {
    // Departs from b129: it completes when the object's properties are released, just after its `deinit`, and not just
    // before.
    let log = Notes<String>()
    var owner: Owner? = Owner(log)
    let recorder = Recorder(owner!.lifetime.ended.on(completed: { log.add("ended") }))
    #expect(recorder.completion == nil)
    owner = nil
    #expect(recorder.values.isEmpty)
    #expect(recorder.completion == .completed)
    #expect(log.all == ["deinit", "ended"])
  }

  @Test func aLateSubscriberReceivesTheEndImmediately() {
    var owner: Owner? = Owner()
    let ended = owner!.lifetime.ended
    owner = nil
    #expect(Recorder(ended).completion == .completed)
  }

  @Test func takesDuringTheLifetimeAndKeepsNothing() {
    var owner: Owner? = Owner()
    weak let weakOwner = owner
    let source = Subject<Int, Never>()
    let stream = source.take(duringLifetimeOf: owner!)
    let recorder = Recorder(stream)
    source.send(1)
    owner = nil
    #expect(weakOwner == nil)
    source.send(2)
    #expect(recorder.values == [1])
    #expect(recorder.completion == .completed)
    #expect(Recorder(stream).events == [.completed])
  }

  @Test func theSourcesOwnEndComesThrough() {
    let owner = Owner()
    let source = Subject<Int, TestFailure>()
    let recorder = Recorder(source.take(duringLifetimeOf: owner))
    source.send(1)
    source.fail(TestFailure("x"))
    #expect(recorder.completion == .failed(TestFailure("x")))
  }

  @Test func bothGoTogether() {
    var owner: Owner? = Owner()
    var source: Subject<Int, Never>? = Subject()
    let recorder = Recorder(source!.take(duringLifetimeOf: owner!))
    source = nil
    owner = nil
    #expect(recorder.events == [.completed])
  }

  @Test func aDisposableIsDisposedWithTheObject() {
    let count = Notes<Int>()
    var owner: Owner? = Owner()
    Disposable { count.add(1) }.dispose(withLifetimeOf: owner!)
    #expect(count.all.isEmpty)
    owner = nil
    #expect(count.all == [1])
  }

  /// The object is retained by the run, like all objects that the battery releases. In the first case it lives as long
  /// as the source can send.
  @Test func battery() {
    for last in [Int.max, 3] {
      Battery.check("take(duringLifetimeOf:), gone at \(last)", .finishesEarly) { (input: Signal<Int, TestFailure>) in
        Signal.deferred {
          let place = Place()
          return input.on(next: { if $0 >= last { place.owner = nil } }).take(duringLifetimeOf: place.owner!)
        }
      }
    }
    Battery.check("take(duringLifetimeOf:), gone before", .emitsNothing, .finishesEarly) {
      (input: Signal<Int, TestFailure>) in
      input.take(duringLifetimeOf: Owner())
    }
  }

  @MainActor @Test func anObjectOfAnActorHasOneToo() {
    var window: Window? = Window()
    let source = Subject<Int, Never>()
    window?.follow(source)
    source.send(3)
    #expect(window?.last == 3)
    weak let weakWindow = window
    window = nil
    #expect(weakWindow == nil)
  }
}

/// The only reference to an owner.
private final class Place: Sendable {
  /// Guarded by: the test's thread.
  nonisolated(unsafe) var owner: Owner? = Owner()
}

private final class Owner: HasLifetime, Sendable {
  let lifetime = Lifetime()
  private let log: Notes<String>?

  init(_ log: Notes<String>? = nil) { self.log = log }

  deinit { log?.add("deinit") }
}

@MainActor private final class Window: HasLifetime {
  nonisolated let lifetime = Lifetime()
  var last = 0

  func follow(_ numbers: Subject<Int, Never>) {
    numbers.take(duringLifetimeOf: self).subscribe { [weak self] in self?.last = $0 }
  }
}
