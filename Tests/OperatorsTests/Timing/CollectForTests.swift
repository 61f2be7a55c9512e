import Operators
import StreamTesting
import Testing

struct CollectForTests {
  @Test func picture() {
    marbles(values: ["a": ["1", "2"], "b": ["3"], "c": ["4", "5"]]) {
      "1-2----3-----45|"
      "---a------b----(c|)"
    } through: { input, time in
      input.collect(for: time.ticks(3), on: time)
    }
  }

  @Test func theFirstValueBeginsTheWhileAndAnIdleSourceDeliversNothing() {
    let time = TestScheduler()
    let source = Subject<Int, Never>()
    let recorder = Recorder(source.collect(for: time.ticks(3), on: time), on: time)
    #expect(time.pendingCount == 0)
    time.advance(by: time.ticks(10))
    source.send(1)
    time.advance(by: time.ticks(2))
    source.send(2)
    #expect(recorder.values.isEmpty)
    time.advance(by: time.ticks(1))
    #expect(recorder.values == [[1, 2]])
    time.advance(by: time.ticks(10))
    #expect(recorder.values == [[1, 2]])
    #expect(time.pendingCount == 0)
  }

  @Test func completionFlushes() {
    let time = TestScheduler()
    #expect(
      Recorder(Signal([1, 2]).collect(for: time.ticks(3), on: time)).events == [.next([1, 2]), .completed])
  }

  /// `nil` is an ordinary value and needs no placeholder.
  @Test func nilValuesAreKept() {
    let time = TestScheduler()
    #expect(Recorder(Signal([1, nil, 2]).collect(for: time.ticks(3), on: time)).values == [[1, nil, 2]])
  }

  @Test func aFailureDropsTheCollectedValues() {
    marbles {
      "12#"
      "--#"
    } through: { input, time in
      input.collect(for: time.ticks(9), on: time)
    }
  }

  @Test func aFullCollectionIsSentImmediatelyAndANewOneBegins() {
    let time = TestScheduler()
    let source = Subject<Int, Never>()
    let recorder = Recorder(source.collect(for: time.ticks(3), limit: 2, on: time), on: time)
    source.send(1)
    time.advance(by: time.ticks(1))
    source.send(2)
    #expect(recorder.values == [[1, 2]])
    #expect(time.pendingCount == 0)
    source.send(3)
    time.advance(by: time.ticks(2))
    #expect(recorder.values == [[1, 2]])
    time.advance(by: time.ticks(1))
    #expect(recorder.values == [[1, 2], [3]])
  }

  @Test func defect24_anOldTimerNeverEndsANewerWhile() {
    let time = TestScheduler()
    let source = Subject<Int, Never>()
    let stubborn = StubbornScheduler(time: time)
    let recorder = Recorder(source.collect(for: time.ticks(3), limit: 2, on: stubborn), on: time)
    source.send(1)
    time.advance(by: time.ticks(1))
    // The array is full and its timer is stopped; the stubborn scheduler still fires it at 3.
    source.send(2)
    source.send(3)
    time.advance(by: time.ticks(2))
    #expect(recorder.values == [[1, 2]])
    time.advance(by: time.ticks(1))
    #expect(recorder.values == [[1, 2], [3]])
  }

  /// The original sends the array while it holds a lock: a handler that makes another thread send deadlocks.
  @Test func defect21_aHandlerMaySendIntoTheSource() {
    let time = TestScheduler()
    let source = Subject<Int, Never>()
    let stream = source.collect(for: time.ticks(1), on: time).on(next: { if $0 == [1] { source.send(2) } })
    let recorder = Recorder(stream, on: time)
    source.send(1)
    time.run()
    #expect(recorder.values == [[1], [2]])
  }

  @Test func disposingFreesTimerAndValues() {
    expectDisposingToRelease { source, time in source.collect(for: time.ticks(5), on: time) }
  }

  @Test func badArgumentsTrap() async {
    await #expect(processExitsWith: .failure) { _ = Signal<Int, Never>.never.collect(for: .seconds(-1)) }
    await #expect(processExitsWith: .failure) { _ = Signal<Int, Never>.never.collect(for: .seconds(1), limit: 0) }
  }

  @Test func battery() {
    let time = TestScheduler()
    Battery.check("collect for", .usesTime(time)) { (input: Signal<Int, TestFailure>) in
      input.collect(for: time.ticks(2), limit: 100, on: time)
    }
  }
}
