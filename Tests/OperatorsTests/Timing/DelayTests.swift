import Operators
import StreamTesting
import Testing

struct DelayTests {
  @Test func picture() {
    marbles {
      "ab--c|"
      "--ab--c|"
    } through: { input, time in
      input.delay(for: time.ticks(2), on: time)
    }
  }

  @Test func simultaneousValuesStayTogether() {
    marbles {
      "(ab)-(c|)"
      "--(ab)-(c|)"
    } through: { input, time in
      input.delay(for: time.ticks(2), on: time)
    }
  }

  @Test func zeroIsStillAsynchronousForValuesAndCompletion() {
    let time = TestScheduler()
    let recorder = Recorder(Signal([1, 2]).delay(for: .zero, on: time), on: time)
    #expect(recorder.events.isEmpty)
    time.advance()
    #expect(recorder.events == [.next(1), .next(2), .completed])
  }

  @Test func aFailureIsNotDelayedAndDropsTheDelayedValues() {
    marbles {
      "a-b-#"
      "---a#"
    } through: { input, time in
      input.delay(for: time.ticks(3), on: time)
    }
  }

  @Test func disposingSuppressesTheDelayedValues() {
    let time = TestScheduler()
    let source = time.cold("ab|")
    let recorder = Recorder(source.delay(for: time.ticks(5), on: time), on: time)
    time.advance(by: time.ticks(3))
    recorder.dispose()
    #expect(time.pendingCount == 0)
    time.run()
    #expect(recorder.events.isEmpty)
  }

  /// The original retains a handle for every value until the stream is over.
  @Test func defect17_oneTimerHoweverManyValues() {
    let time = TestScheduler()
    let source = Subject<Int, Never>()
    let recorder = Recorder(source.delay(for: time.ticks(5), on: time), on: time)
    for number in 0..<100 { source.send(number) }
    #expect(time.pendingCount == 1)
    time.run()
    #expect(recorder.values == Array(0..<100))
    #expect(time.pendingCount == 0)
  }

  @Test func aValueSentByAHandlerIsDelayedToo() {
    let time = TestScheduler()
    let source = Subject<Int, Never>()
    let stream = source.delay(for: time.ticks(1), on: time).on(next: { if $0 < 3 { source.send($0 + 1) } })
    let recorder = Recorder(stream, on: time)
    source.send(1)
    time.run()
    #expect(recorder.records.map(\.time.offset) == [1, 2, 3].map(time.ticks))
  }

  @Test func disposingReleasesTheDelayedValues() {
    expectDisposingToRelease { source, time in source.delay(for: time.ticks(5), on: time) }
  }

  @Test func badArgumentsTrap() async {
    await #expect(processExitsWith: .failure) { _ = Signal<Int, Never>.never.delay(for: .seconds(-1)) }
    await #expect(processExitsWith: .failure) { _ = Signal<Int, Never>.never.delay(for: .seconds(1), on: .immediate) }
  }

  @Test func battery() {
    let time = TestScheduler()
    Battery.check("delay", .usesTime(time)) { (input: Signal<Int, TestFailure>) in
      input.delay(for: time.ticks(2), on: time)
    }
  }
}

/// B19: timed rules add to the current time; none may overflow.
struct LongestTimeTests {
  @Test func everyOperatorOverTimeTakesTheLongest() {
    let time = TestScheduler()
    let longest = Duration(attoseconds: .max)
    time.advance(by: .seconds(1))
    let source = Signal<Int, Never>([1, 2]).promoteFailure(to: Oops.self).merge(Signal<Int, Oops>.never)
    let streams: [Signal<Int, Oops>] = [
      source.delay(for: longest, on: time), source.debounce(for: longest, on: time),
      source.throttle(for: longest, edge: .both, on: time), source.timeout(after: longest, on: time, failure: .oops),
      source.sample(every: longest, on: time), source.collect(for: longest, on: time).map(\.count),
      source.take(for: longest, on: time), source.skip(for: longest, on: time),
      source.window(for: longest, on: time).flatMap { $0 },
      source.promoteInterval(longest, time),
      Signal<Int, Oops>.fail(.oops).retry(.constant(longest), on: time),
      Signal<Int, Oops>.fail(.oops).retry(.linear(from: longest, step: longest), on: time),
      Signal<Int, Oops>.fail(.oops).retry(.exponential(from: longest, factor: 9), on: time),
    ]
    let recorders = streams.map { Recorder($0, on: time) }
    time.advance(by: .seconds(1))
    for recorder in recorders {
      #expect(recorder.completion == nil)
      recorder.dispose()
    }
    #expect(time.pendingCount == 0)
    #expect((try? Signal<Int, Never>.just(1).blocking(timeout: longest).first()) == 1)
  }
}

extension StreamProtocol where Value == Int, Failure == Oops {
  fileprivate func promoteInterval(_ longest: Duration, _ time: TestScheduler) -> Signal<Int, Oops> {
    merge(Signal.interval(every: longest, on: time).promoteFailure(to: Oops.self))
  }
}
