import Operators
import StreamTesting
import Testing

struct DebounceTests {
  @Test func picture() {
    marbles {
      "ab--c----d|"
      "---b--c---(d|)"
    } through: { input, time in
      input.debounce(for: time.ticks(2), on: time)
    }
  }

  @Test func pictureWithATest() {
    marbles {
      "ab--1-c---|"
      "---b1---c-|"
    } through: { input, time in
      input.debounce(for: time.ticks(2), on: time, when: { $0 > "9" })
    }
  }

  @Test func zeroDeliversTheLastOfATurnAsynchronously() {
    let time = TestScheduler()
    let source = Subject<Int, Never>()
    let recorder = Recorder(source.debounce(for: .zero, on: time), on: time)
    source.send(1)
    source.send(2)
    #expect(recorder.values.isEmpty)
    time.advance()
    #expect(recorder.values == [2])
  }

  @Test func completionIsImmediateAndFlushes() {
    let time = TestScheduler()
    let recorder = Recorder(Signal([1, 2]).debounce(for: time.ticks(5), on: time), on: time)
    #expect(recorder.events == [.next(2), .completed])
    #expect(time.pendingCount == 0)
  }

  @Test func aFailureIsImmediateAndDropsTheValue() {
    marbles {
      "ab#"
      "--#"
    } through: { input, time in
      input.debounce(for: time.ticks(5), on: time)
    }
  }

  @Test func disposalDropsTheValue() {
    let time = TestScheduler()
    let source = Subject<Int, Never>()
    let recorder = Recorder(source.debounce(for: time.ticks(5), on: time), on: time)
    source.send(1)
    recorder.dispose()
    time.run()
    #expect(recorder.values.isEmpty)
  }

  @Test func aValueThatFailsTheTestDropsTheOneThatWaits() {
    marbles {
      "a1-b---1|"
      "-1---b-1|"
    } through: { input, time in
      input.debounce(for: time.ticks(2), on: time, when: { $0 > "9" })
    }
  }

  @Test func aValueThatFailsTheTestFreesTheTimer() {
    let time = TestScheduler()
    let source = Subject<Int, Never>()
    let recorder = Recorder(source.debounce(for: time.ticks(5), on: time, when: { $0 > 9 }), on: time)
    source.send(10)
    source.send(1)
    #expect(recorder.values == [1])
    #expect(time.pendingCount == 0)
  }

  @Test func aValueIsNotDeliveredAgainOnCompletion() {
    marbles {
      "a---1|"
      "--a-1|"
    } through: { input, time in
      input.debounce(for: time.ticks(2), on: time, when: { $0 > "9" })
    }
  }

  @Test func theTestGetsTheValueJustReceived() {
    let time = TestScheduler()
    let tested = Notes<Int>()
    let stream = Signal([1, 2, 3]).debounce(
      for: time.ticks(1), on: time,
      when: {
        tested.add($0)
        return true
      })
    #expect(Recorder(stream).values == [3])
    #expect(tested.all == [1, 2, 3])
  }

  /// In the original the disposable does not stop the timer, which retains its value until it fires.
  @Test func defect18_disposingFreesTimerAndValue() {
    expectDisposingToRelease { source, time in source.debounce(for: time.ticks(5), on: time) }
  }

  /// In the original a timer that has begun to fire sends the newer value too early.
  @Test func defect24_anOldTimerNeverSendsANewerValue() {
    let time = TestScheduler()
    let stubborn = StubbornScheduler(time: time)
    let source = Subject<String, Never>()
    let stream = source.debounce(for: time.ticks(4), on: stubborn, when: { $0 > "9" })
    let recorder = Recorder(stream, on: time)
    source.send("a")
    time.advance(by: time.ticks(2))
    // Stops the first timer; the stubborn scheduler still fires it at 4.
    source.send("1")
    source.send("b")
    time.advance(by: time.ticks(10))
    #expect(recorder.marbles == "--1---b")
  }

  @Test func oneTimerHoweverManyValues() {
    let time = TestScheduler()
    let source = Subject<Int, Never>()
    let recorder = Recorder(source.debounce(for: time.ticks(5), on: time), on: time)
    for number in 0..<100 {
      source.send(number)
      time.advance(by: time.ticks(1))
      #expect(time.pendingCount == 1)
    }
    time.run()
    #expect(recorder.values == [99])
    #expect(recorder.records[0].time.offset == time.ticks(104))
  }

  @Test func withoutASchedulerItHasAQueueOfItsOwn() async {
    let source = Subject<Int, Never>()
    let recorder = Recorder(source.debounce(for: .milliseconds(1)))
    source.send(1)
    await recorder.waitForValues(1)
    #expect(recorder.values == [1])
  }

  @Test func badArgumentsTrap() async {
    await #expect(processExitsWith: .failure) { _ = Signal<Int, Never>.never.debounce(for: .seconds(-1)) }
    await #expect(processExitsWith: .failure) { _ = Signal<Int, Never>.never.debounce(for: .zero, on: .immediate) }
  }

  @Test func battery() {
    let time = TestScheduler()
    Battery.check("debounce", .usesTime(time)) { (input: Signal<Int, TestFailure>) in
      input.debounce(for: time.ticks(2), on: time)
    }
    Battery.check("debounce with a test", .usesTime(time)) { (input: Signal<Int, TestFailure>) in
      input.debounce(for: time.ticks(2), on: time, when: { $0.isMultiple(of: 2) })
    }
  }
}
