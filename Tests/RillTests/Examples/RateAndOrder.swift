import Rill
import StreamTesting
import Testing

struct RateAndOrderExamples {
  let print = Printed()
  let time = TestScheduler()

  @Test("rateLimit(_:per:burst:buffering:on:cost:)") func rateLimit() {
    // Two requests a second.
    Signal(1...4).rateLimit(2, per: .seconds(1), on: time).subscribe { print($0) }
    print("later")
    time.advance(by: .seconds(1))
    print.expect("1, 2, later, 3, 4")
  }

  @Test("spaced(by:buffering:on:)") func spaced() {
    Signal(["up", "down"]).spaced(by: .seconds(1), on: time).subscribe { print($0) }
    print("a second later")
    time.advance(by: .seconds(1))
    print.expect("up, a second later, down")
  }

  @Test("keepAlive(after:on:_:)") func keepAlive() {
    let messages = Subject<String, Never>()
    messages.keepAlive(after: .seconds(30), on: time) { "ping" }.subscribe { print($0) }
    time.advance(by: .seconds(30))
    messages.send("hello")
    print.expect("ping, hello")
  }

  @Test("throttle(until:edge:)") func throttleUntil() {
    let changes = Subject<Int, Never>(), frame = Subject<Void, Never>()
    changes.throttle(until: { _ in frame }, edge: .trailing).subscribe { print($0) }
    changes.send(1)
    changes.send(2)
    frame.send()
    print.expect("2")
  }

  @Test("delayEach(until:)") func delayEach() {
    Signal([3, 1]).delayEach(until: { Signal.timer(after: .seconds($0), on: time) }).subscribe { print($0) }
    time.advance(by: .seconds(3))
    print.expect("1, 3")
  }

  @Test("timeout(until:failure:)") func timeoutUntil() {
    let isOffline = Subject<Void, Never>()
    Signal<Int, Never>.never.timeout(until: { _ in isOffline.signal }, failure: Offline())
      .subscribe {
        print($0)
      } failed: {
        print($0)
      }
    isOffline.send()
    print.expect("Offline()")
  }

  @Test("delaySubscription(for:on:), delaySubscription(until:)") func delaySubscription() {
    Signal(["loaded"]).delaySubscription(for: .seconds(1), on: time).subscribe { print($0) }
    let isReady = Subject<Void, Never>()
    Signal(["started"]).delaySubscription(until: isReady).subscribe { print($0) }
    isReady.send()
    time.advance(by: .seconds(1))
    print.expect("started, loaded")
  }

  @Test("take(last:limit:on:), skip(last:on:)") func lastByTime() {
    let beats = Signal.interval(every: .seconds(1), on: time).take(4)
    beats.take(last: .seconds(1), on: time).subscribe { print("last", $0) }
    beats.skip(last: .seconds(1), on: time).subscribe { print($0) }
    time.advance(by: .seconds(4))
    print.expect("0, last 2, last 3, 1")
  }

  @Test("mergeSorted(_:), mergeSorted(_:by:)") func sorted() {
    let morning = Signal([8, 11]), evening = Signal([9, 20])
    mergeSorted(morning, evening).subscribe { print($0) }
    print.expect("8, 9, 11, 20")
  }

  @Test("mergePrioritized(_:priorities:buffering:on:)") func prioritized() {
    let urgent = Signal(["u1", "u2"]), bulk = Signal(["b1", "b2"])
    mergePrioritized([urgent, bulk], priorities: [2, 1], on: time).subscribe { print($0) }
    time.advance()
    print.expect("u1, b1, u2, b2")
  }

  @Test("mergeDelayingFailures(_:)") func delayingFailures() {
    let broken = Signal<Int, Offline>.fail(Offline()), fine = Signal([1, 2]).promoteFailure(to: Offline.self)
    mergeDelayingFailures(broken, fine).subscribe {
      print($0)
    } failed: {
      print($0)
    }
    print.expect("1, 2, Offline()")
  }

  @Test("zipLongest(_:_:), zipLongest(_:)") func longest() {
    zipLongest(Signal(["a"]), Signal([1, 2])).subscribe { print($0 ?? "-", $1 ?? 0) }
    print.expect("a 1, - 2")
  }

  @Test("flatMap(_:per:_:)") func perKey() {
    // Edits of one file are saved in order, different files at the same time.
    Signal(["a1", "a2", "b1"])
      .flatMap(.concat, per: { $0.prefix(1) }) { Signal.just("saved \($0)").delay(for: .seconds(1), on: time) }
      .subscribe { print($0) }
    time.advance(by: .seconds(2))
    print.expect("saved a1, saved b1, saved a2")
  }

  @Test("expand(maxConcurrent:_:)") func expand() {
    let folders = ["/": ["/a", "/b"], "/a": ["/a/c"]]
    Signal(["/"]).expand { Signal(folders[$0] ?? []) }.subscribe { print($0) }
    print.expect("/, /a, /b, /a/c")
  }

  @Test("switchScan(_:_:)") func switchScan() {
    Signal([1, 2, 3]).switchScan(0) { total, value in Signal([total + value]) }.subscribe { print($0) }
    print.expect("1, 3, 6")
  }

  @Test("switchOnFirst(_:)") func switchOnFirst() {
    let lines = Signal(["upper", "a", "b"])
    lines.switchOnFirst { header, all in
      all.skip(1).map { header == "upper" ? $0.uppercased() : $0 }
    }.subscribe { print($0) }
    print.expect("A, B")
  }
}
