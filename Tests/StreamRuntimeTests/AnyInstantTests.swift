import StreamCore
import StreamTesting
import Testing

struct AnyInstantTests {
  private let early = AnyInstant(TestScheduler.Instant(offset: .seconds(1)))
  private let late = AnyInstant(TestScheduler.Instant(offset: .seconds(3)))

  @Test func instantsOfOneClockAreOrderedAndHaveADistance() {
    #expect(early < late)
    #expect(!(late < early))
    #expect(early.duration(to: late) == .seconds(2))
    #expect(late.duration(to: early) == .seconds(-2))
    #expect(early.advanced(by: .seconds(2)) == late)
  }

  @Test func equalInstantsHaveOneHash() {
    #expect(Set([early, late, early.advanced(by: .zero)]) == [early, late])
  }

  @Test func instantsOfTwoClocksAreDifferent() {
    #expect(early != AnyInstant(ContinuousClock.now))
  }

  @Test func theOrderOfInstantsOfTwoClocksTraps() async {
    await #expect(processExitsWith: .failure) {
      _ = AnyInstant(SuspendingClock.now) < AnyInstant(ContinuousClock.now)
    }
  }
}
