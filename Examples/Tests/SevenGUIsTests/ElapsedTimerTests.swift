import Rill
import SevenGUIs
import StreamTesting
import Testing

@MainActor @Suite struct ElapsedTimerTests {
  private let time = TestScheduler()

  @Test func theTimerStopsAtItsDuration() {
    let timer = ElapsedTimer(on: time)
    time.advance(by: .seconds(4))
    #expect(timer.elapsed == .seconds(4))
    #expect(timer.fraction.value == 0.4)
    time.advance(by: .seconds(60))
    #expect(timer.elapsed == .seconds(10))
    #expect(timer.fraction.value == 1)
    #expect(!timer.isRunning.value)
  }

  @Test func aLongerDurationContinuesTheTimer() {
    let timer = ElapsedTimer(on: time)
    timer.duration = .seconds(2)
    time.advance(by: .seconds(5))
    #expect(timer.elapsed == .seconds(2))
    timer.duration = .seconds(4)
    #expect(timer.isRunning.value)
    #expect(timer.fraction.value == 0.5)
    time.advance(by: .seconds(1))
    #expect(timer.elapsed == .seconds(3))
  }

  @Test func aShorterDurationStopsTheTimerAndKeepsItsTime() {
    let timer = ElapsedTimer(on: time)
    time.advance(by: .seconds(3))
    timer.duration = .seconds(1)
    time.advance(by: .seconds(3))
    #expect(timer.elapsed == .seconds(3))
    #expect(timer.fraction.value == 1)
    timer.duration = .zero
    #expect(timer.fraction.value == 1)
  }

  @Test func resetBeginsAgain() {
    let timer = ElapsedTimer(on: time)
    time.advance(by: .seconds(60))
    timer.reset.execute()
    #expect(timer.elapsed == .zero)
    time.advance(by: .seconds(1))
    #expect(timer.elapsed == .seconds(1))
  }

  @Test func aReleasedTimerStopsItsInterval() {
    var timer: ElapsedTimer? = ElapsedTimer(on: time)
    weak let released = timer
    timer = nil
    #expect(released == nil)
    time.advance(by: .seconds(1))
    #expect(time.pendingCount == 0)
  }
}
