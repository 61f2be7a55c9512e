import Rill
import StreamTesting
import Testing

@testable import Recipes

@Suite struct ShutdownTests {
  @Test func theOldWorkIsWaitedForUntilTheGracePeriodEnds() {
    let time = TestScheduler()
    let requests = time.hot("-i---------")
    let steps = shutdown(on: requests.infallible.mapTo(()), within: time.ticks(5), on: time)
    expectMarbles("-b----(n|)", steps.map { $0 == .begin ? "b" : "n" }, on: time)
  }

  @Test func aSecondRequestMeansNow() {
    let time = TestScheduler()
    let requests = time.hot("-i--i-i----")
    let steps = shutdown(on: requests.infallible.mapTo(()), within: time.ticks(5), on: time)
    expectMarbles("-b--(n|)", steps.map { $0 == .begin ? "b" : "n" }, on: time)
    requests.expectSubscriptions("^---!")
  }
}
