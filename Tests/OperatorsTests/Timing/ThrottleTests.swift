import Operators
import StreamTesting
import Testing

struct ThrottleTests {
  @Test func picture() {
    marbles {
      "a-b-c-----d---e-|"
      "a---c-----d---e-|"
    } through: { input, time in
      input.throttle(for: time.ticks(3), on: time)
    }
    marbles {
      "a-b-c-----d---e-|"
      "---b--c------d--(e|)"
    } through: { input, time in
      input.throttle(for: time.ticks(3), edge: .trailing, on: time)
    }
    marbles {
      "a-b-c-----d---e-|"
      "a--b--c---d---e-|"
    } through: { input, time in
      input.throttle(for: time.ticks(3), edge: .both, on: time)
    }
  }

  @Test(arguments: [ThrottleEdge.trailing, .both])
  func aFailureDropsTheValueThatWaits(edge: ThrottleEdge) {
    let time = TestScheduler()
    let expected = edge == .both ? "a-#" : "--#"
    expectMarbles(expected, time.cold("ab#").throttle(for: time.ticks(5), edge: edge, on: time), on: time)
    #expect(time.pendingCount == 0)
  }

  @Test func theLeadingEdgeForgetsTheRestOfThePeriodAtTheEnd() {
    marbles {
      "abc|"
      "a--|"
    } through: { input, time in
      input.throttle(for: time.ticks(9), on: time)
    }
  }

  @Test func anIdleSourceHasNoTimer() {
    let time = TestScheduler()
    let source = Subject<Int, Never>()
    let recorder = Recorder(source.throttle(for: time.ticks(3), edge: .both, on: time), on: time)
    source.send(1)
    #expect(time.pendingCount == 1)
    time.advance(by: time.ticks(3))
    #expect(time.pendingCount == 0)
    source.send(2)
    recorder.dispose()
    #expect(time.pendingCount == 0)
    #expect(recorder.values == [1, 2])
  }

  @Test func badArgumentsTrap() async {
    await #expect(processExitsWith: .failure) { _ = Signal<Int, Never>.never.throttle(for: .zero) }
  }

  @Test func battery() {
    let time = TestScheduler()
    for edge in [ThrottleEdge.leading, .trailing, .both] {
      Battery.check("throttle \(edge)", .usesTime(time)) { (input: Signal<Int, TestFailure>) in
        input.throttle(for: time.ticks(2), edge: edge, on: time)
      }
    }
  }
}
