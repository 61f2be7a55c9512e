import Dispatch
import StreamCore
import Testing

/// A scheduler with the three requirements and nothing else, in virtual time.
private final class Manual: Scheduler {
  struct Beat: Clock {
    struct Instant: InstantProtocol, Sendable {
      var offset: Duration
      func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
      func duration(to other: Instant) -> Duration { other.offset - offset }
      static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }
    let time: Lock<Duration>
    var now: Instant { Instant(offset: time.withLock { $0 }) }
    var minimumResolution: Duration { .zero }
    func sleep(until deadline: Instant, tolerance: Duration?) async throws { throw CancellationError() }
  }

  private typealias Entry = (due: Duration, action: @Sendable () -> Void, handle: Disposable)

  private let time = Lock<Duration>(.zero)
  private let entries = Lock<[Entry]>([])
  let tolerances = Log<Duration>()

  var clock: Beat { Beat(time: time) }

  func schedule(_ action: @escaping @Sendable () -> Void) -> Disposable {
    let handle = Disposable {}
    entries.withLock { $0.append((time.withLock { $0 }, action, handle)) }
    return handle
  }

  func schedule(after delay: Duration, tolerance: Duration, _ action: @escaping @Sendable () -> Void) -> Disposable {
    tolerances.add(tolerance)
    let handle = Disposable {}
    entries.withLock { $0.append((time.withLock { $0 } + delay, action, handle)) }
    return handle
  }

  /// Takes time without running anything, as a slow action does.
  func pass(_ duration: Duration) { time.withLock { $0 += duration } }

  func run(until limit: Duration) {
    while let entry = next(until: limit) {
      time.withLock { $0 = max($0, entry.due) }
      if !entry.handle.isDisposed { entry.action() }
    }
    time.withLock { $0 = max($0, limit) }
  }

  /// Releases the queued actions, and with them itself.
  func forget() { entries.withLock { $0 = [] } }

  private func next(until limit: Duration) -> Entry? {
    entries.withLock { entries in
      guard let index = entries.indices.min(by: { entries[$0].due < entries[$1].due }), entries[index].due <= limit
      else {
        return nil
      }
      return entries.remove(at: index)
    }
  }
}

private actor Desk {
  func ask(_ scheduler: ActorScheduler, _ log: Log<String>) {
    scheduler.schedule { log.add("inline") }
    log.add("after")
  }
}

@Suite struct SchedulersTests {
  /// Departure from behaviour 89: there is always a handle; that of the immediate scheduler is disposed.
  @Test func theImmediateSchedulerIsDoneWhenItReturns() {
    let log = Log<Int>()
    let handles = [
      ImmediateScheduler().schedule { log.add(1) },
      ImmediateScheduler().schedule(after: .milliseconds(1)) { log.add(2) },
      ImmediateScheduler().schedule(after: .seconds(-1), tolerance: .zero) { log.add(3) },
    ]
    #expect(log.all == [1, 2, 3])
    #expect(handles.map(\.isDisposed) == [true, true, true])
  }

  /// Departure from behaviour 86: no scheduler is current. A caller may rely only on the thread or actor of its action.
  @Test func nestedHopsRunWhereTheyShould() async {
    let log = Log<Bool>()
    let done = Latch()
    let queue = QueueScheduler()
    MainScheduler(runsInline: true).schedule {
      log.add(isOnMainQueue)
      queue.schedule {
        log.add(isOnMainQueue)
        ImmediateScheduler().schedule { log.add(isOnMainQueue) }
        MainScheduler(runsInline: false).schedule {
          log.add(isOnMainQueue)
          done.open()
        }
      }
    }
    await done.wait()
    #expect(log.all == [true, false, false, true])
  }

  @MainActor @Test func mainRunsInlineWhenThereAndNothingWaits() async {
    let log = Log<Int>()
    let main = MainScheduler(runsInline: true)
    #expect(main.schedule { log.add(1) }.isDisposed)
    #expect(log.all == [1])
    onThread { main.schedule { log.add(2) } }
    let done = Latch()
    let waiting = main.schedule {
      log.add(3)
      done.open()
    }
    #expect(log.all == [1], "nothing overtakes")
    #expect(!waiting.isDisposed)
    await done.wait()
    #expect(log.all == [1, 2, 3])
  }

  @MainActor @Test func mainAsyncWaitsForATurnOfItsOwn() async {
    let log = Log<Int>()
    let done = Latch()
    let scheduler: some Scheduler = MainScheduler.mainAsync
    scheduler.schedule { log.add(2) }
    scheduler.schedule {
      log.add(3)
      done.open()
    }
    log.add(1)
    await done.wait()
    #expect(log.all == [1, 2, 3])
  }

  @Test func aQueueOverAConcurrentTargetIsFirstInFirstOut() async {
    let target = DispatchQueue(label: "rill.test.target", attributes: .concurrent)
    let scheduler = QueueScheduler(name: "rill.test.serial", targeting: target)
    let log = Log<Int>()
    let done = Latch()
    let inside = Counter()
    for number in 0..<1_000 {
      scheduler.schedule {
        dispatchPrecondition(condition: .onQueue(target))
        #expect(inside.add() == 1)
        log.add(number)
        inside.add(-1)
        if number == 999 { done.open() }
      }
    }
    await done.wait()
    #expect(log.all == Array(0..<1_000))
  }

  @Test func queuesOfEveryQualityRunTheirActions() async {
    for qos in [DispatchQoS.background, .utility, .default, .userInitiated, .userInteractive] {
      let done = Latch()
      QueueScheduler(name: "rill.test.\(qos)", qos: qos).schedule { done.open() }
      await done.wait()
    }
  }

  @Test func aDisposedActionNeverRunsAndLaterOnesDo() async {
    let log = Log<Int>()
    let done = Latch()
    let target = DispatchQueue(label: "rill.test.suspended")
    target.suspend()
    let scheduler = QueueScheduler(targeting: target)
    scheduler.schedule { log.add(1) }.dispose()
    scheduler.schedule(after: .zero) { log.add(2) }.dispose()
    scheduler.schedule {
      log.add(3)
      done.open()
    }
    target.resume()
    await done.wait()
    #expect(log.all == [3])
  }

  /// A block of a queue is kept until its turn comes, and the action is not.
  @Test func anActionWithoutATimeToWaitForIsFreedWhenItIsDisposed() {
    let target = DispatchQueue(label: "rill.test.suspended")
    target.suspend()
    let freed = Counter()
    var captured: Probe? = Probe { freed.add() }
    let handle = QueueScheduler(targeting: target).schedule(after: .zero) { [captured] in
      withExtendedLifetime(captured) {}
    }
    captured = nil
    #expect(freed.value == 0)
    handle.dispose()
    #expect(freed.value == 1 && handle.isDisposed)
    target.resume()
  }

  @MainActor @Test func onTheMainActorToo() async {
    let log = Log<Int>()
    let done = Latch()
    let main = MainScheduler(runsInline: true)
    let handles = Log<Disposable>()
    onThread { handles.add(main.schedule { log.add(1) }) }
    handles.all[0].dispose()
    main.schedule {
      log.add(2)
      done.open()
    }
    await done.wait()
    #expect(log.all == [2])
  }

  @Test func aTimerFiresOnEveryScheduler() async {
    let schedulers: [any Scheduler] = [
      ImmediateScheduler(), QueueScheduler(), MainScheduler(runsInline: true), MainScheduler(runsInline: false),
      ActorScheduler(Desk()), ActorScheduler(MainActor.shared),
    ]
    for scheduler in schedulers {
      let fired = Latch()
      let handle = scheduler.schedule(after: .milliseconds(10), tolerance: .milliseconds(1)) { fired.open() }
      await fired.wait()
      #expect(handle.isDisposed, "\(scheduler)")
    }
  }

  @Test func anActorRunsActionsInOrderInlineWhenThere() async {
    let desk = Desk()
    let scheduler = ActorScheduler(desk)
    let log = Log<String>()
    await desk.ask(scheduler, log)
    #expect(log.all == ["inline", "after"])
    let done = Latch()
    let numbers = Log<Int>()
    for number in 0..<1_000 {
      scheduler.schedule {
        desk.assertIsolated()
        numbers.add(number)
        if number == 999 { done.open() }
      }
    }
    await done.wait()
    #expect(numbers.all == Array(0..<1_000))
  }

  @Test func anActorSchedulerTakesBackActionsThatHaveNotBegun() async {
    let scheduler = ActorScheduler(MainActor.shared)
    let log = Log<Int>()
    let done = Latch()
    await MainActor.run {
      onThread {
        scheduler.schedule { log.add(1) }
        scheduler.schedule { log.add(2) }.dispose()
        scheduler.schedule {
          log.add(3)
          done.open()
        }
      }
    }
    await done.wait()
    #expect(log.all == [1, 3])
  }

  /// Behaviours 92 and 93 in spirit: one's own scheduler gets the rest for free.
  @Test func aSchedulerOfOnesOwnRepeatsAndRecurses() {
    let manual = Manual()
    let log = Log<String>()
    let beat = manual.schedule(every: .seconds(5), tolerance: .milliseconds(3)) { log.add("\(manual.now.offset)") }
    manual.scheduleRecursively { again in
      log.add("step")
      if log.count < 3 { again() }
    }
    manual.run(until: .seconds(11))
    #expect(log.all == ["step", "step", "step", "5.0 seconds", "10.0 seconds"])
    #expect(manual.tolerances.all.allSatisfy { $0 == .milliseconds(3) })
    beat.dispose()
    manual.run(until: .seconds(100))
    #expect(log.count == 5)
  }

  @Test func repeatingActionsInterleave() {
    let manual = Manual()
    let log = Log<Duration>()
    manual.schedule(after: .seconds(15)) {
      manual.schedule(every: .seconds(5)) { log.add(manual.now.offset) }
    }
    manual.schedule(after: .seconds(12)) {
      manual.schedule(every: .seconds(10)) { log.add(manual.now.offset) }
    }
    manual.run(until: .seconds(33))
    #expect(log.all == [20, 22, 25, 30, 32].map { .seconds($0) })
    manual.forget()
  }

  @Test func aRepeatingActionKeepsTheBeat() {
    let manual = Manual()
    let log = Log<Duration>()
    let beat = manual.schedule(every: .seconds(5)) {
      log.add(manual.now.offset)
      manual.pass(.seconds(log.count == 2 ? 7 : 3))
    }
    manual.run(until: .seconds(26))
    #expect(log.all == [5, 10, 17, 20, 25].map { .seconds($0) }, "late once, then back on the beat")
    beat.dispose()
    manual.forget()
  }

  @Test func aRepeatingActionStopsFromInside() async {
    let stopped = Latch()
    let beats = Counter()
    let handle = SerialDisposable()
    handle.inner = QueueScheduler().schedule(every: .milliseconds(2)) {
      if beats.add() == 3 {
        handle.dispose()
        stopped.open()
      }
    }
    await stopped.wait()
    #expect(beats.value == 3)
    #expect(handle.isDisposed)
  }

  @Test func aStepIsNotEnteredBeforeItReturned() {
    let log = Log<String>()
    let steps = Counter()
    ImmediateScheduler().scheduleRecursively { again in
      let step = steps.add()
      log.add("begin \(step)")
      if step == 1 {
        again()
        again()
      }
      log.add("end \(step)")
    }
    #expect(log.all == ["begin 1", "end 1", "begin 2", "end 2", "begin 3", "end 3"])
  }

  /// Even if the first step came by a hop and the scheduler would run the second one inline.
  @Test func norOnTheMainActorAfterAHop() async {
    let log = Log<String>()
    let done = Latch()
    let steps = Counter()
    onThread {
      MainScheduler(runsInline: true).scheduleRecursively { again in
        let step = steps.add()
        log.add("begin \(step)")
        if step < 3 { again() } else { done.open() }
        log.add("end \(step)")
      }
    }
    await done.wait()
    await Task { @MainActor in }.value
    #expect(log.all == ["begin 1", "end 1", "begin 2", "end 2", "begin 3", "end 3"])
  }

  @Test func askingLaterFromElsewhereWorks() {
    let manual = Manual()
    let steps = Counter()
    let asks = Log<@Sendable () -> Void>()
    manual.scheduleRecursively { again in
      steps.add()
      asks.add(again)
    }
    manual.run(until: .seconds(1))
    #expect(steps.value == 1)
    onThread { asks.all[0]() }
    #expect(steps.value == 1, "it is scheduled, not run")
    manual.run(until: .seconds(2))
    #expect(steps.value == 2)
    asks.removeAll()
  }

  @Test func disposalBeatsAnAskMadeAfterIt() {
    let manual = Manual()
    let steps = Counter()
    let handle = SerialDisposable()
    handle.inner = manual.scheduleRecursively { again in
      steps.add()
      handle.dispose()
      again()
    }
    manual.run(until: .seconds(1))
    #expect(steps.value == 1)
  }

  #if !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
    /// Contract 13, even if the scheduler's type is not known.
    @Test func impossibleIntervalsTrap() async {
      await #expect(processExitsWith: .failure) {
        QueueScheduler().schedule(every: .zero) {}
      }
      await #expect(processExitsWith: .failure) {
        beat(on: ImmediateScheduler())
      }
    }
  #endif
}

/// The concrete type of the scheduler is unknown here.
private func beat(on scheduler: some Scheduler) { scheduler.schedule(every: .seconds(1)) {} }
