import Operators
import StreamTesting
import Testing

struct WindowTests {
  /// Letters for the windows in their order, with a recorder for each.
  private final class Views: Sendable {
    let windows = Notes<Recorder<String, MarbleFailure>>()
    let time: TestScheduler

    init(_ time: TestScheduler) { self.time = time }

    func names(_ stream: Signal<Signal<String, MarbleFailure>, MarbleFailure>) -> Signal<String, MarbleFailure> {
      stream.map { window in
        self.windows.add(Recorder(window, on: self.time))
        return ["a", "b", "c", "d"][self.windows.all.count - 1]
      }
    }

    var marbles: [String] { windows.all.map(\.marbles) }
  }

  /// Checks the result, and the events of each window.
  private func expect(
    _ source: String, _ expected: String, _ windows: [String], line: UInt = #line,
    _ body: (Signal<String, MarbleFailure>, TestScheduler) -> Signal<Signal<String, MarbleFailure>, MarbleFailure>
  ) {
    let time = TestScheduler()
    let views = Views(time)
    expectMarbles(expected, views.names(body(time.cold(source).signal, time)), on: time, line: line)
    #expect(views.marbles == windows)
    // Without observers of the windows, because an observed window continues.
    marbles(line: line) {
      source
      String(expected.map { $0.isLetter ? "w" : $0 })
    } through: { input, time in
      body(input, time).map { _ in "w" }
    }
  }

  @Test func picture() {
    expect("1-2-3-4-5-|", "a---b---c-|", ["1-(2|)", "----3-(4|)", "--------5-|"]) { input, _ in
      input.window(count: 2)
    }
  }

  @Test func pictureInTime() {
    expect("1-2----3-----45|", "a------b-----c-|", ["1-2|", "-------3--|", "-------------45|"]) { input, time in
      input.window(for: time.ticks(3), on: time)
    }
  }

  @Test func aLimitEndsAWindowBeforeItsTime() {
    expect("123-----|", "a-b-----|", ["1(2|)", "--3--|"]) { input, time in
      input.window(for: time.ticks(3), limit: 2, on: time)
    }
  }

  @Test func aFailureEndsTheWindowAndThenTheResult() {
    expect("1-2#", "a--#", ["1-2#"]) { input, _ in input.window(count: 5) }
    expect("1-2#", "a--#", ["1-2#"]) { input, time in input.window(for: time.ticks(9), on: time) }
  }

  @Test func flattenedItIsTheSourceItself() {
    marbles {
      "1-23-4-|"
      "1-23-4-|"
    } through: { input, _ in
      input.window(count: 2).flatMap { $0 }
    }
  }

  @Test func theCurrentWindowContinuesForItsSubscribers() {
    let time = TestScheduler()
    let source = time.cold("1-2-3-4-|")
    expectMarbles("1-(2|)", source.window(count: 2).take(1).flatMap { $0 }, on: time)
    source.expectSubscriptions("^-!")
  }

  @Test func withoutListenersTheSourceIsDisposedWithTheResult() {
    let time = TestScheduler()
    let source = time.cold("1-2-3-4-|")
    let recorder = Recorder(source.window(for: time.ticks(9), on: time), on: time, disposingAfter: 1)
    time.run()
    source.expectSubscriptions("(^!)")
    #expect(recorder.values.count == 1)
    #expect(time.pendingCount == 0)
  }

  @Test func aLateSubscriberOfAWindowMissesEarlierValues() {
    let time = TestScheduler()
    let source = Subject<Int, Never>()
    let windows = Recorder(source.window(count: 3))
    source.send(1)
    let late = Recorder(windows.values[0], on: time)
    source.send(2)
    source.send(3)
    #expect(late.events == [.next(2), .next(3), .completed])
    windows.dispose()
  }

  /// Retaining a window does not keep it open. A window whose source is out of reach is out of reach, too (contract
  /// 14).
  @Test func aWindowThatIsKeptEndsWhenItsResultIsDisposed() {
    let source = Subject<Int, Never>()
    let windows = Recorder(source.window(count: 3))
    source.send(1)
    let kept = windows.values[0]
    windows.dispose()
    let late = Recorder(kept)
    #expect(late.events == [.completed])
    let notes = Notes<Signal<Int, Never>>()
    Signal<Int, Never> { observer in observer.send(1) }.window(count: 3).subscribe { notes.add($0) }
    let end = Counter()
    notes.all[0].finally { end.up() }.subscribe(next: { _ in }, completed: { Issue.record("It has not completed.") })
    #expect(end.count == 1)
  }

  @Test func badArgumentsTrap() async {
    await #expect(processExitsWith: .failure) { _ = Signal<Int, Never>.never.window(count: 0) }
    await #expect(processExitsWith: .failure) { _ = Signal<Int, Never>.never.window(for: .seconds(1), limit: 0) }
    await #expect(processExitsWith: .failure) { _ = Signal<Int, Never>.never.window(for: .seconds(-1)) }
  }

  @Test func battery() {
    Battery.check("window") { (input: Signal<Int, TestFailure>) in input.window(count: 2).flatMap { $0 } }
    let time = TestScheduler()
    Battery.check("window in time", .usesTime(time)) { (input: Signal<Int, TestFailure>) in
      input.window(for: time.ticks(2), on: time).flatMap { $0 }
    }
  }
}
