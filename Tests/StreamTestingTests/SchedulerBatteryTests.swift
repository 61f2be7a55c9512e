import Dispatch
import Rill
import StreamTesting
import Synchronization
import Testing

private actor Place {}

/// T16: the battery for all schedulers.
@Suite(.serialized) struct SchedulerBatteryTests {
  @Test func queue() { Battery.check(scheduler: "queue") { QueueScheduler() } }

  @Test func queueOverAConcurrentOne() {
    let target = DispatchQueue(label: "concurrent", attributes: .concurrent)
    Battery.check(scheduler: "queue over a concurrent one") { QueueScheduler(targeting: target) }
  }

  @Test func main() {
    Battery.check(scheduler: "main") { MainScheduler(runsInline: true) }
    Battery.check(scheduler: "mainAsync") { MainScheduler(runsInline: false) }
  }

  @Test func actor() {
    let place = Place()
    Battery.check(scheduler: "actor") { ActorScheduler(place) }
    Battery.check(scheduler: "main actor") { ActorScheduler(MainActor.shared) }
  }

  @Test func clock() {
    Battery.check(scheduler: "continuous clock") { ClockScheduler(ContinuousClock()) }
    Battery.check(scheduler: "suspending clock") { ClockScheduler(SuspendingClock()) }
    let time = TestScheduler()
    Battery.check(scheduler: "virtual clock", .usesTime(time)) { ClockScheduler(time) }
  }

  @Test func virtual() {
    let time = TestScheduler()
    Battery.check(scheduler: "virtual", .usesTime(time)) { time }
  }

  @Test func immediate() { Battery.check(scheduler: "immediate", .isImmediate) { ImmediateScheduler() } }

  // MARK: Detected mistakes

  /// A scheduler with one mistake.
  private struct Wrong: Scheduler {
    enum Mistake: CaseIterable { case loses, ignoresDisposal, ignoresDelays, keeps }
    let mistake: Mistake
    let time: TestScheduler
    let count = Box()
    let kept: Kept

    final class Box: Sendable {
      let number = Atomic(0)
    }

    /// Retains actions that it should release, until the end of the test.
    final class Kept: Sendable {
      private let actions = Lock<[@Sendable () -> Void]?>([])
      var isOver: Bool { actions.withLock { $0 == nil } }
      func keep(_ action: @escaping @Sendable () -> Void) { actions.withLock { $0?.append(action) } }
      func letGo() { actions.withLock { $0 = nil } }
    }

    var clock: TestScheduler { time }

    func schedule(_ action: @escaping @Sendable () -> Void) -> Disposable {
      if mistake == .loses, count.number.add(1, ordering: .relaxed).oldValue % 10 == 9 { return .disposed }
      return schedule(after: .zero, action)
    }

    func schedule(after delay: Duration, tolerance: Duration, _ action: @escaping @Sendable () -> Void) -> Disposable {
      if kept.isOver { return .disposed }
      if mistake == .keeps { kept.keep(action) }
      let handle = time.schedule(after: mistake == .ignoresDelays ? .zero : delay, tolerance: tolerance, action)
      return mistake == .ignoresDisposal ? Disposable {} : handle
    }
  }

  @Test(arguments: Wrong.Mistake.allCases)
  private func aMistakeIsFound(_ mistake: Wrong.Mistake) {
    let (time, kept) = (TestScheduler(), Wrong.Kept())
    withKnownIssue {
      Battery.check(scheduler: "wrong", .usesTime(time)) { Wrong(mistake: mistake, time: time, kept: kept) }
    }
    kept.letGo()
    // Runs the action that ignored its disposal and would schedule itself again.
    time.run()
  }

  // MARK: An operator made with an observer

  @Test func anOperatorMadeWithAnObserver() {
    Battery.check("everyOther") { (input: Signal<Int, TestFailure>) in input.everyOther() }
    Battery.check("firstOther", .finishesEarly) { (input: Signal<Int, TestFailure>) in input.firstOther() }
  }
}

extension StreamProtocol {
  fileprivate func everyOther() -> Signal<Value, Failure> {
    Signal { observer in
      let count = Atomic(0)
      subscribeEvents(for: observer) { event in
        if event.isTerminal || count.add(1, ordering: .relaxed).oldValue.isMultiple(of: 2) { observer.send(event) }
      }
    }
  }

  fileprivate func firstOther() -> Signal<Value, Failure> {
    Signal { observer in
      everyOther().subscribeEvents(for: observer) { event in
        observer.send(event)
        observer.complete()
      }
    }
  }
}
