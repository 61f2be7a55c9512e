import Rill
import StreamTesting
import Testing

@testable import Recipes

@Suite struct OfflineCacheTests {
  private enum Offline: Error { case offline }

  /// A store in memory.
  private struct Memory: Store {
    let kept: MutableProperty<String?>
    func read() -> String? { kept.value }
    func write(_ value: String) { kept.value = value }
  }

  private let time = TestScheduler()
  private let kept = MutableProperty<String?>(nil)

  private func shown(_ request: Signal<String, Offline>) -> Signal<String, Never> {
    cachedFirst(Memory(kept: kept), request).map { known in
      "\(known.value ?? "nothing")\(known.isFresh ? ", fresh" : "")\(known.problem.map { ", \($0)" } ?? "")"
    }
  }

  @Test func theStoredValueComesFirstAndThenTheNewOne() {
    kept.value = "old"
    let recorder = Recorder(shown(.just("new").delay(for: .seconds(1), on: time)), on: time)
    #expect(recorder.values == ["old"])
    time.run()
    #expect(recorder.values == ["old", "new, fresh"])
    #expect(recorder.completion == .completed)
    #expect(kept.value == "new")
  }

  @Test func aFailureKeepsTheKnownValue() {
    kept.value = "old"
    #expect(Recorder(shown(.fail(.offline))).values == ["old", "old, offline"])
    #expect(kept.value == "old")
  }

  @Test func aFailureAfterAValueKeepsThat() {
    #expect(
      Recorder(shown(.just("new").concat(Signal<String, Offline>.fail(.offline)))).values == [
        "nothing", "new, fresh", "new, offline",
      ])
    #expect(kept.value == "new")
  }

  @Test func simultaneousObserversShareOneRequest() {
    let requests = MutableProperty(0)
    let request = Signal<String, Offline>.deferred { [time] in
      requests.modify { $0 += 1 }
      return .just("new").delay(for: .seconds(1), on: time)
    }
    let shown = shown(request)
    let early = Recorder(shown, on: time)
    time.advance(by: .milliseconds(500))
    let late = Recorder(shown, on: time)
    time.run()
    #expect(requests.value == 1)
    #expect(early.values == ["nothing", "new, fresh"])
    #expect(late.values == ["nothing", "new, fresh"])
    let next = Recorder(shown, on: time)
    time.run()
    #expect(requests.value == 2)
    #expect(next.values == ["new", "new, fresh"])
  }
}
