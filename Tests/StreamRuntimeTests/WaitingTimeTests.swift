@testable import StreamRuntime
import Synchronization
import Testing

/// B19: no length of time is too long, and no integer of any platform too narrow.
@Suite struct WaitingTimeTests {
  static let longest = Duration(attoseconds: .max)

  /// 2.1 seconds were too many nanoseconds where `Int` has 32 bits.
  @Test func nanosecondsFitEveryIntegerType() {
    #expect(Duration.seconds(3).nanoseconds(as: Int32.self) == .max)
    #expect(Duration.seconds(3).nanoseconds(as: UInt64.self) == 3_000_000_000)
    #expect(Duration.milliseconds(-1).nanoseconds(as: UInt32.self) == 0)
    #expect(Duration(attoseconds: 1).nanoseconds(as: Int32.self) == 1, "nothing comes too early")
    #expect(Self.longest.nanoseconds(as: Int64.self) == .max)
    #expect(Self.longest.asWait.nanoseconds(as: UInt64.self) == 3_155_760_000_000_000_000)
  }

  @Test func secondsFitEveryIntegerType() {
    #expect((Duration.seconds(3) + .nanoseconds(5)).secondsAndNanoseconds(as: Int32.self, Int32.self) == (3, 5))
    #expect(Self.longest.asWait.secondsAndNanoseconds(as: Int32.self, Int32.self) == (.max, 0))
    #expect(Self.longest.secondsAndNanoseconds(as: Int64.self, Int.self).0 == .max)
  }

  @Test func sumsDoNotOverflow() {
    #expect(Self.longest.plus(.seconds(1)) == Self.longest)
    #expect(Duration.seconds(1).plus(.seconds(2)) == .seconds(3))
    #expect(Duration(attoseconds: .min).plus(.seconds(-1)) == Duration(attoseconds: .min))
  }

  @Test func productsDoNotOverflow() {
    #expect(Duration.seconds(2).times(3) == .seconds(6))
    #expect(Duration.seconds(2).times(-3) == .seconds(-6))
    #expect(Self.longest.times(2) == Self.longest)
    #expect(Self.longest.times(-2) == Duration(attoseconds: .min))
    #expect(Duration(attoseconds: .min).times(-1) == Self.longest)
  }

  @Test func asManyBeatsAsWereMissed() {
    #expect(Duration.seconds(-3).roundedDown(to: .seconds(2)) == .zero)
    #expect(Duration.seconds(1).roundedDown(to: .seconds(2)) == .zero)
    #expect(Duration.seconds(2).roundedDown(to: .seconds(2)) == .seconds(2))
    #expect(Duration.seconds(5).roundedDown(to: .seconds(2)) == .seconds(4))
    #expect(Duration.seconds(3_600).roundedDown(to: Duration(attoseconds: 1)) == .seconds(3_600))
  }

  @Test func everySchedulerTakesTheLongestDelay() {
    func check(_ scheduler: some Scheduler) {
      for delay in [Self.longest, .seconds(3), Duration(attoseconds: .min)] {
        let handle = scheduler.schedule(after: delay, tolerance: Self.longest) {}
        handle.dispose()
        scheduler.schedule(every: Self.longest) {}.dispose()
      }
    }
    check(QueueScheduler())
    check(MainScheduler(runsInline: true))
    check(ActorScheduler(MainActor.shared))
    check(ClockScheduler(ContinuousClock()))
    check(ClockScheduler(SuspendingClock()))
  }

  /// B18: a scheduler waits by the clock that it measures with. The clock stops while the system sleeps, as its timers
  /// do.
  @Test func oneClockForMeasuringAndForWaiting() {
    #expect(type(of: QueueScheduler().clock) == SuspendingClock.self)
    #expect(type(of: MainScheduler(runsInline: false).clock) == SuspendingClock.self)
    #expect(type(of: ActorScheduler(MainActor.shared).clock) == SuspendingClock.self)
    #expect(type(of: ImmediateScheduler().clock) == SuspendingClock.self)
  }

  @Test func aConditionWaitsForAChangeHoweverFarTheDeadline() {
    let condition = Condition()
    let isWaiting = Atomic(false)
    let isOver = Lock(false)
    let hasChanged = Lock<Bool?>(nil)
    let waiter: @Sendable () -> Void = {
      let inTime = condition.withLock {
        isWaiting.store(true, ordering: .releasing)
        var inTime = true
        while !isOver.withLock({ $0 }), inTime {
          inTime = condition.wait(until: SuspendingClock.now.advanced(by: Self.longest.asWait))
        }
        return inTime
      }
      hasChanged.withLock { $0 = inTime }
    }
    onThreads(2) { index in
      if index == 0 { return waiter() }
      while !isWaiting.load(ordering: .acquiring) {}
      // Once this thread has the lock, the other one is waiting.
      condition.withLock {
        isOver.withLock { $0 = true }
        condition.broadcast()
      }
    }
    #expect(hasChanged.withLock { $0 } == true)
    #expect(!condition.withLock { condition.wait(until: SuspendingClock.now.advanced(by: .seconds(-1))) })
  }
}
