import Rill
import StreamTesting
import Testing

@testable import Recipes

@Suite struct TimeoutsTests {
  private let time = TestScheduler()

  private func download(_ marbles: String) -> Signal<String, DownloadError> {
    time.cold(marbles).signal.mapFailure { _ in .stalled }
  }

  private func events(_ stream: Signal<String, DownloadError>) -> Recorder<String, DownloadError> {
    let recorder = Recorder(stream, on: time)
    time.advance(by: time.ticks(60))
    return recorder
  }

  @Test func aBusyDownloadMayTakeItsTime() {
    let recorder = events(limited(download("-a---b---c|"), each: time.ticks(5), whole: time.ticks(20), on: time))
    #expect(recorder.values == ["a", "b", "c"])
    #expect(recorder.completion == .completed)
  }

  @Test func silenceIsAFailure() {
    let recorder = events(limited(download("-a---------b|"), each: time.ticks(5), whole: time.ticks(20), on: time))
    #expect(recorder.values == ["a"])
    #expect(recorder.completion == .failed(.stalled))
    #expect(recorder.records.last?.time.offset == time.ticks(6))
  }

  @Test func oneThatIsBusyForeverIsAFailureToo() {
    let pieces = String(repeating: "-a--", count: 20)
    let recorder = events(limited(download(pieces), each: time.ticks(5), whole: time.ticks(20), on: time))
    #expect(recorder.values.count == 5)
    #expect(recorder.completion == .failed(.tookTooLong))
    #expect(recorder.records.last?.time.offset == time.ticks(20))
    #expect(time.pendingCount == 0)
  }

  @Test func theMirrorIsAskedWhenTheFirstPieceIsLongInComing() {
    let mirror = download("-xy|")
    let slow = events(mirrored(download("------a|"), after: time.ticks(5), mirror: mirror, on: time))
    #expect(slow.values == ["x", "y"])
    let pausing = events(mirrored(download("--a--------b|"), after: time.ticks(5), mirror: mirror, on: time))
    #expect(pausing.values == ["a", "b"])
  }
}
