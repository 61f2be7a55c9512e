import Rill
import StreamTesting
import Testing

@testable import Recipes

@Suite struct ActivityIndicatorTests {
  private enum Trouble: Error { case trouble }

  private let time = TestScheduler()
  private let indicator = ActivityIndicator()

  private func work(_ milliseconds: Int) -> Signal<Int, Trouble> {
    indicator.track(Signal.just(1).delay(for: .milliseconds(milliseconds), on: time).promoteFailure(to: Trouble.self))
  }

  @Test func itIsActiveFromTheFirstToTheLast() {
    let active = Recorder(indicator.isActive)
    let one = Recorder(work(100), on: time)
    let two = Recorder(work(300), on: time)
    time.run()
    #expect(active.values == [false, true, false])
    #expect(one.completion == .completed && two.completion == .completed)
  }

  @Test func workThatFailsOrIsGivenUpIsOver() {
    let active = Recorder(indicator.isActive)
    #expect(Recorder(indicator.track(Signal<Int, Trouble>.fail(.trouble))).completion == .failed(.trouble))
    let given = Recorder(work(100), on: time)
    given.dispose()
    #expect(active.values == [false, true, false, true, false])
  }

  @Test func shortWorkIsNotShown() {
    let shown = Recorder(indicator.isShown(on: time), on: time)
    for _ in 0..<5 {
      let quick = Recorder(work(150), on: time)
      time.advance(by: .milliseconds(200))
      #expect(quick.completion == .completed)
    }
    #expect(shown.values == [false])
  }

  @Test func itDoesNotBlinkBetweenRequests() {
    let shown = Recorder(indicator.isShown(on: time), on: time)
    for _ in 0..<3 {
      let slow = Recorder(work(1_000), on: time)
      time.advance(by: .milliseconds(1_050))
      #expect(slow.completion == .completed)
    }
    #expect(shown.values == [false, true])
    time.run()
    #expect(shown.values == [false, true, false])
    #expect(shown.records.map(\.time.offset) == [0, 200, 3_400].map { .milliseconds($0) })
  }
}
