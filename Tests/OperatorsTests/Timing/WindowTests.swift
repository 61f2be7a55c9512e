import Operators
import StreamTesting
import Testing

struct WindowTests {
  /// Letters for the windows in the order in which they come, and a recorder on each.
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

  @Test func picture() {
    let time = TestScheduler()
    let views = Views(time)
    expectMarbles("a---b---c-|", views.names(time.cold("1-2-3-4-5-|").window(count: 2)), on: time)
    #expect(views.marbles == ["1-(2|)", "----3-(4|)", "--------5-|"])
  }

  @Test func pictureInTime() {
    let time = TestScheduler()
    let views = Views(time)
    let stream = time.cold("1-2----3-----45|").window(for: time.ticks(3), on: time)
    expectMarbles("a------b-----c-|", views.names(stream), on: time)
    #expect(views.marbles == ["1-2|", "-------3--|", "-------------45|"])
  }

  @Test func aLimitEndsAWindowBeforeItsTime() {
    let time = TestScheduler()
    let views = Views(time)
    let stream = time.cold("123-----|").window(for: time.ticks(3), limit: 2, on: time)
    expectMarbles("a-b-----|", views.names(stream), on: time)
    #expect(views.marbles == ["1(2|)", "--3--|"])
  }

  @Test func aFailureEndsTheWindowAndThenTheResult() {
    let time = TestScheduler()
    let views = Views(time)
    expectMarbles("a--#", views.names(time.cold("1-2#").window(count: 5)), on: time)
    #expect(views.marbles == ["1-2#"])
  }

  @Test func flattenedItIsTheSourceItself() {
    marbles {
      "1-23-4-|"
      "1-23-4-|"
    } through: { input, _ in
      input.window(count: 2).flatMap { $0 }
    }
  }

  @Test func theCurrentWindowGoesOnForThoseWhoListen() {
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

  @Test func whoListensLateMissesWhatWasSent() {
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

  /// A window that somebody keeps is not kept open by that.
  @Test func aWindowThatIsKeptEndsWhenNobodyCanSendToItAnyMore() {
    let source = Subject<Int, Never>()
    let windows = Recorder(source.window(count: 3))
    source.send(1)
    let kept = windows.values[0]
    windows.dispose()
    let late = Recorder(kept)
    #expect(late.events == [.completed])
    let notes = Notes<Signal<Int, Never>>()
    Signal<Int, Never> { observer in observer.send(1) }.window(count: 3).subscribe { notes.add($0) }
    #expect(Recorder(notes.all[0]).events == [.completed])
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
