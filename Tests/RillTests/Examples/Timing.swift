import Rill
import StreamTesting
import Testing

struct TimingExamples {
  let print = Printed()
  let time = TestScheduler()

  @Test("timer(after:tolerance:on:)") func timer() {
    Signal.timer(after: .seconds(3), on: time).subscribe { print("ready") }
    time.advance(by: .seconds(3))
    print.expect("ready")
  }

  @Test("interval(every:tolerance:missedBeats:on:)") func interval() {
    Signal.interval(every: .seconds(1), on: time).subscribe { print($0) }
    time.advance(by: .seconds(3))
    print.expect("0, 1, 2")
  }

  @Test("deliver(on:buffering:)") func deliver() {
    let main = TestScheduler()
    Signal([1, 2]).deliver(on: main).subscribe { print($0) }
    print("before")
    main.advance()
    print.expect("before, 1, 2")
  }

  @Test("deliver(on:limit:failure:)") func deliverLimited() {
    let slow = Signal([1, 2, 3]).promoteFailure(to: Offline.self).deliver(on: time, limit: 2, failure: Offline())
    slow.subscribe(next: { print($0) }, failed: { print($0) })
    time.advance()
    print.expect("1, 2, Offline()")
  }

  @Test("subscribe(on:)") func subscribe() {
    let reading = Signal<String, Never>.deferred { .just("read there") }
    reading.subscribe(on: time).subscribe { print($0) }
    print("here")
    time.advance()
    print.expect("here, read there")
  }

  @Test("delay(for:on:)") func delay() {
    Signal(["shown a second later"]).delay(for: .seconds(1), on: time).subscribe { print($0) }
    time.advance(by: .seconds(1))
    print.expect("shown a second later")
  }

  @Test("debounce(for:on:when:)") func debounce() {
    let query = Subject<String, Never>()
    query.debounce(for: .milliseconds(300), on: time).subscribe { print($0) }
    query.send("s")
    time.advance(by: .milliseconds(200))
    query.send("sw")
    time.advance(by: .milliseconds(300))
    print.expect("sw")
  }

  @Test("debounce(until:)") func debounceUntil() {
    let query = Subject<String, Never>()
    // The shorter the text, the longer the delay.
    query.debounce(until: { .timer(after: .seconds(1) / $0.count, on: time) as Signal<Void, Never> })
      .subscribe { print($0) }
    query.send("swift")
    time.advance(by: .milliseconds(200))
    print.expect("swift")
  }

  @Test("throttle(for:edge:on:)") func throttle() {
    let scrolled = Subject<Int, Never>()
    scrolled.throttle(for: .seconds(1), edge: .both, on: time).subscribe { print($0) }
    for offset in 1...9 { scrolled.send(offset) }
    time.advance(by: .seconds(1))
    print.expect("1, 9")
  }

  @Test("sample(every:on:)") func sample() {
    let volume = MutableProperty(3)
    volume.signal.sample(every: .seconds(1), on: time).subscribe { print($0) }
    volume.value = 5
    time.advance(by: .seconds(2))
    print.expect("5, 5")
  }

  @Test("take(for:on:)") func take() {
    Signal.interval(every: .seconds(1), on: time).take(for: .milliseconds(2500), on: time).subscribe { print($0) }
    time.advance(by: .seconds(9))
    print.expect("0, 1")
  }

  @Test("skip(for:on:)") func skip() {
    Signal.interval(every: .seconds(1), on: time).skip(for: .milliseconds(2500), on: time).subscribe { print($0) }
    time.advance(by: .seconds(4))
    print.expect("2, 3")
  }

  @Test("collect(for:limit:on:)") func collect() {
    let lines = Subject<String, Never>()
    lines.collect(for: .seconds(1), limit: 100, on: time).subscribe { print($0) }
    lines.send("a")
    lines.send("b")
    time.advance(by: .seconds(1))
    print.expect("[\"a\", \"b\"]")
  }

  @Test("collect(by:)") func collectBy() {
    let lines = Subject<String, Never>(), flush = Subject<Void, Never>()
    lines.collect(by: flush).subscribe { print($0) }
    lines.send("a")
    lines.send("b")
    flush.send()
    print.expect("[\"a\", \"b\"]")
  }

  @Test("window(count:)") func window() {
    Signal([1, 2, 3]).window(count: 2).flatMap { $0.reduce(0) { $0 + $1 } }.subscribe { print($0) }
    print.expect("3, 3")
  }

  @Test("window(for:limit:on:)") func windowFor() {
    let clicks = Subject<Void, Never>()
    clicks.window(for: .seconds(1), on: time).flatMap { $0.count() }.subscribe { print("\($0) clicks") }
    clicks.send()
    clicks.send()
    time.advance(by: .seconds(1))
    print.expect("2 clicks")
  }

  @Test("paused(by:buffering:)") func pausedBuffering() {
    let readings = Subject<Int, Never>(), isPaused = MutableProperty(true)
    readings.paused(by: isPaused, buffering: .newest(2)).subscribe { print($0) }
    for number in 1...5 { readings.send(number) }
    isPaused.value = false
    print.expect("4, 5")
  }

  @Test("timestamped(on:)") func timestamped() {
    let keys = Subject<String, Never>()
    keys.timestamped(on: time).subscribe { print($0.value, $0.time.offset) }
    time.advance(by: .seconds(2))
    keys.send("a")
    print.expect("a 2.0 seconds")
  }

  @Test("measured(on:)") func measured() {
    let keys = Subject<String, Never>()
    keys.measured(on: time).subscribe { print($0.value, $0.interval) }
    time.advance(by: .seconds(2))
    keys.send("a")
    print.expect("a 2.0 seconds")
  }

  @Test("repeat()") func `repeat`() {
    Signal(["tick", "tock"]).repeat().take(3).subscribe { print($0) }
    print.expect("tick, tock, tick")
  }

  @Test("repeat(_:)") func repeatCount() {
    Signal(["again"]).repeat(2).subscribe { print($0) }
    print.expect("again, again")
  }

  @Test("repeat(_:until:on:)") func repeatWithPolicy() {
    Signal(["poll"]).repeat(.constant(.seconds(1), limit: 2), on: time).subscribe { print($0) }
    time.advance(by: .seconds(1))
    print.expect("poll, poll")
  }

  @Test("repeat(when:)") func repeatWhen() {
    Signal(["poll"]).repeat(when: { $0 < 3 ? Signal<Int, Never>.just(0) : .empty }).subscribe { print($0) }
    print.expect("poll, poll, poll")
  }

  @Test("collect(for:every:on:)") func collectForEvery() {
    let readings = Subject<Int, Never>()
    readings.collect(for: .seconds(2), every: .seconds(1), on: time).subscribe { print($0) }
    readings.send(1)
    time.advance(by: .seconds(1))
    readings.send(2)
    time.advance(by: .seconds(1))
    print.expect("[1], [1, 2]")
  }

  @Test("window(count:every:)") func windowOverlapping() {
    Signal([1, 2, 3]).window(count: 2, every: 1).flatMap { $0.sum() }.subscribe { print($0) }
    print.expect("3, 5, 3")
  }

  @Test("window(endingWhere:)") func windowEnding() {
    Signal([1, 2, 0, 3]).window(endingWhere: { $0 == 0 }).flatMap { $0.sum() }.subscribe { print($0) }
    print.expect("3, 3")
  }

  @Test("window(startingWhere:)") func windowStarting() {
    Signal([1, 0, 2, 3]).window(startingWhere: { $0 == 0 }).flatMap { $0.sum() }.subscribe { print($0) }
    print.expect("1, 5")
  }

  @Test("window(by:)") func windowBy() {
    let readings = Subject<Int, Never>(), minutes = Subject<Void, Never>()
    readings.window(by: minutes).flatMap { $0.sum() }.subscribe { print($0) }
    readings.send(1)
    readings.send(2)
    minutes.send()
    print.expect("3")
  }

  @Test("window(openedBy:closedBy:)") func windowOpenedBy() {
    let moves = Subject<Int, Never>(), presses = Subject<Void, Never>(), releases = Subject<Void, Never>()
    moves.window(openedBy: presses) { _ in releases.signal }.flatMap { $0.collect() }.subscribe { print($0) }
    moves.send(1)
    presses.send()
    moves.send(2)
    moves.send(3)
    releases.send()
    print.expect("[2, 3]")
  }
}
