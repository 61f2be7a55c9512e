import Operators
import StreamTesting
import Testing

struct CollectForEveryTests {
  @Test func picture() {
    marbles(values: ["a": ["1"], "b": ["1", "2"], "c": ["2", "3"], "d": ["3"], "e": ["4"]]) {
      "1---2---3----4|"
      "---a--b--c--d-(e|)"
    } through: { input, time in
      input.collect(for: time.ticks(6), every: time.ticks(3), on: time)
    }
  }

  @Test func aQuietTimeGivesEmptyArrays() {
    marbles(values: ["a": ["1"], "b": []]) {
      "1------|"
      "--a-b-b|"
    } through: { input, time in
      input.collect(for: time.ticks(2), every: time.ticks(2), on: time)
    }
  }

  @Test func aFailureDropsTheValues() {
    marbles(values: ["a": ["1"]]) {
      "1--2#"
      "--a-#"
    } through: { input, time in
      input.collect(for: time.ticks(2), every: time.ticks(2), on: time)
    }
  }

  /// A scheduler whose timers are late neither repeats nor loses a value.
  @Test func theBeatIsKeptWhenTimersAreLate() {
    let time = TestScheduler()
    let source = Subject<Int, Never>()
    let recorder = Recorder(
      source.collect(for: time.ticks(4), every: time.ticks(4), on: LaggingScheduler(time: time)), on: time)
    for number in 0..<13 {
      source.send(number)
      time.advance(by: time.ticks(1))
    }
    recorder.dispose()
    #expect(recorder.values.flatMap { $0 } == Array(0..<13))
    #expect(recorder.records.map(\.time.offset) == [5, 9, 13].map(time.ticks))
    #expect(time.pendingCount == 0)
  }

  @Test func randomStreamsAreCutAsByANaiveVersion() {
    forRandomLists { list, random in
      let time = TestScheduler()
      let (every, overlap) = (1 + random.below(4), 1 + random.below(3))
      let source = Subject<Int, Never>()
      let recorder = Recorder(
        source.collect(for: time.ticks(every * overlap), every: time.ticks(every), on: time), on: time)
      // The values of each interval; the last one is incomplete.
      var intervals: [[Int]] = [[]]
      for number in list {
        let pause = random.below(5)
        for _ in 0..<pause {
          time.advance(by: time.ticks(1))
          if Int(time.now.offset / time.ticks(1)) % every == 0 { intervals.append([]) }
        }
        source.send(number)
        intervals[intervals.count - 1].append(number)
      }
      source.complete()
      if intervals[intervals.count - 1].isEmpty { intervals.removeLast() }
      let expected = intervals.indices.map { last in Array(intervals[max(0, last - overlap + 1)...last].joined()) }
      #expect(recorder.values == expected)
      #expect(recorder.completion == .completed)
    }
  }

  @Test func badArgumentsTrap() async {
    await #expect(processExitsWith: .failure) {
      _ = Signal<Int, Never>.never.collect(for: .seconds(1), every: .zero)
    }
    await #expect(processExitsWith: .failure) {
      _ = Signal<Int, Never>.never.collect(for: .seconds(1), every: .seconds(2))
    }
    await #expect(processExitsWith: .failure) {
      _ = Signal<Int, Never>.never.collect(for: .seconds(1), every: .seconds(1), on: .immediate)
    }
  }

  @Test func battery() {
    let time = TestScheduler()
    Battery.check("collect for every", .usesTime(time)) { (input: Signal<Int, TestFailure>) in
      input.collect(for: time.ticks(800), every: time.ticks(400), on: time)
    }
  }
}
