import Foundation
import Rill
import StreamTesting
import Testing

@testable import Recipes

@Suite struct PosixSignalsTests {
  @Test func aSignalIsAValueForAllWhoListen() async {
    let recorders = (0..<2).map { _ in Recorder(merge(posixSignal(SIGUSR1), posixSignal(SIGUSR2))) }
    for (count, number) in [(1, SIGUSR1), (2, SIGUSR2), (3, SIGUSR1)] {
      kill(getpid(), number)
      for recorder in recorders {
        await recorder.waitForValues(count)
        #expect(recorder.values.count == count)
      }
    }
  }

  @Test func whoIsPatientIsWaitedFor() {
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
