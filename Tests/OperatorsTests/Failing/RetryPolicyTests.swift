import Operators
import StreamTesting
import Testing

struct RetryPolicyTests {
  typealias Policy = RetryPolicy<TestFailure>

  /// The delays of a policy, in ticks.
  private func waits(_ policy: RetryPolicy<TestFailure>, atMost count: Int = 5) -> [Double] {
    let time = TestScheduler()
    let failures = Notes<TestScheduler.Instant>()
    let source = Signal<Int, TestFailure> { observer in
      failures.add(time.now)
      observer.fail(TestFailure())
    }
    let recorder = Recorder(source.retry(policy, on: time), on: time)
    while failures.all.count <= count, time.step() {}
    recorder.dispose()
    return zip(failures.all, failures.all.dropFirst()).map { $0.duration(to: $1) / TestScheduler.tick }
  }

  private let tick = TestScheduler.tick

  @Test func constant() {
    #expect(waits(.constant(tick * 2, limit: 3)) == [2, 2, 2])
  }

  @Test func linear() {
    #expect(waits(.linear(from: tick * 2, limit: 3)) == [2, 4, 6])
    #expect(waits(.linear(from: tick * 2, step: tick, limit: 3)) == [2, 3, 4])
  }

  @Test func exponential() {
    #expect(waits(.exponential(from: tick, limit: 4)) == [1, 2, 4, 8])
    #expect(waits(.exponential(from: tick, factor: 3, limit: 3)) == [1, 3, 9])
  }

  @Test func aCapBoundsTheWait() {
    #expect(waits(.exponential(from: tick, limit: 5).capped(at: tick * 5)) == [1, 2, 4, 5, 5])
  }

  @Test func jitterShortensAWaitByARandomPart() {
    #expect(waits(.constant(tick * 8, limit: 2).jittered(by: 0.5) { 0.5 }) == [6, 6])
    #expect(waits(.exponential(from: tick * 8).capped(at: tick * 8).jittered(by: 1) { 0.75 }, atMost: 2) == [2, 2])
    let random = waits(.constant(tick * 8, limit: 5).jittered(by: 0.5))
    #expect(random.allSatisfy { (4...8).contains($0) })
  }

  @Test func withoutALimitItContinues() {
    #expect(waits(.constant(tick), atMost: 100).count == 100)
  }

  /// Years of failures must not overflow the delay.
  @Test func aWaitStopsGrowingAfterTenYears() {
    let years = Duration.seconds(315_360_000) / tick
    #expect(waits(.exponential(from: tick), atMost: 200).last == years)
    #expect(waits(.linear(from: .seconds(300_000_000)), atMost: 3) == [.seconds(300_000_000) / tick, years, years])
  }

  @Test func severalTestsMustAllPass() {
    let policy = Policy.immediate().when { $0.name != "a" }.when { $0.name != "b" }
    for name in ["a", "b"] {
      #expect(
        Recorder(Signal<Int, TestFailure>.fail(TestFailure(name)).retry(policy)).completion
          == .failed(TestFailure(name)))
    }
  }

  @Test func badArgumentsTrap() async {
    await #expect(processExitsWith: .failure) { _ = Policy.immediate(limit: -1) }
    await #expect(processExitsWith: .failure) { _ = Policy.constant(.seconds(-1)) }
    await #expect(processExitsWith: .failure) { _ = Policy.exponential(from: .seconds(1), factor: 0.5) }
    await #expect(processExitsWith: .failure) { _ = Policy.immediate().jittered(by: 1.5) }
    await #expect(processExitsWith: .failure) { _ = Policy.immediate().capped(at: .seconds(-1)) }
  }
}
