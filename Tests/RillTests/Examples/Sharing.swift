import Rill
import StreamTesting
import Testing

struct SharingExamples {
  let print = Printed()
  let load = Signal<String, Never>.deferred { .just("loaded") }

  @Test("send(to:)") func sendTo() {
    let all = Subject<Int, Never>()
    all.subscribe { print($0) }
    let numbers = Subject<Int, Never>()
    numbers.send(to: all)
    numbers.send(1)
    print.expect("1")
  }

  @Test("publish()") func publish() {
    let connection = load.on(subscribed: { print("asks") }).publish()
    connection.signal.subscribe { print("one: \($0)") }
    connection.signal.subscribe { print("two: \($0)") }
    connection.connect()
    print.expect("asks, one: loaded, two: loaded")
  }

  @Test("multicast(_:)") func multicast() {
    let connection = load.multicast(ReplaySubject(count: 1))
    connection.connect()
    connection.signal.subscribe { print("late: \($0)") }
    print.expect("late: loaded")
  }

  @Test("replay()") func replay() {
    let connection = Signal([1, 2]).replay()
    connection.signal.subscribe { print($0) }
    connection.signal.subscribe { print($0) }
    print.expect("1, 2, 1, 2")
  }

  @Test("replayLast()") func replayLast() {
    let connection = Signal([1, 2]).replayLast()
    connection.signal.subscribe { print($0) }
    print.expect("2")
  }

  @Test("replayLazily()") func replayLazily() {
    let once = load.on(subscribed: { print("asks") }).replayLazily()
    once.subscribe { print("one: \($0)") }
    once.subscribe { print("two: \($0)") }
    print.expect("asks, one: loaded, two: loaded")
  }

  @Test("share(replay:resettingOn:)") func share() {
    let ticks = Subject<Int, Never>()
    let shared = ticks.on(subscribed: { print("asks") }).share(replay: 1)
    shared.subscribe { print("one: \($0)") }
    ticks.send(1)
    shared.subscribe { print("two: \($0)") }
    print.expect("asks, one: 1, two: 1")
  }

  @Test("share(replay:resettingOn:keepAlive:on:)") func shareKeepingAlive() {
    let time = TestScheduler()
    let ticks = Subject<Int, Never>()
    let shared = ticks.on(subscribed: { print("asks") }).share(keepAlive: .seconds(5), on: time)
    shared.subscribe { _ in }.dispose()
    time.advance(by: .seconds(4))
    shared.subscribe { _ in }  // Before the timeout: the same run.
    print.expect("asks")
  }
}
