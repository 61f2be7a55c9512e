import Rill
import StreamTesting
import Testing

struct FlatteningExamples {
  let print = Printed()

  @Test("flatMap(_:_:)") func flatMap() {
    let addresses = Signal(["a", "b", "c"])
    // At most two requests at a time.
    addresses.flatMap(.merge(maxConcurrent: 2)) { Signal(["\($0) asked", "\($0) answered"]) }.subscribe { print($0) }
    print.expect("a asked, a answered, b asked, b answered, c asked, c answered")
  }

  @Test("flatMapLatest(_:)") func flatMapLatest() {
    let time = TestScheduler()
    let query = Subject<String, Never>()
    query.flatMapLatest { Signal.just("hits for \($0)").delay(for: .seconds(1), on: time) }.subscribe { print($0) }
    query.send("sw")
    query.send("swift")  // The search for "sw" is disposed.
    time.advance(by: .seconds(1))
    print.expect("hits for swift")
  }

  @Test("flatMapFirst(_:)") func flatMapFirst() {
    let time = TestScheduler()
    let clicks = Subject<Int, Never>()
    clicks.flatMapFirst { Signal.just("sent \($0)").delay(for: .seconds(1), on: time) }.subscribe { print($0) }
    clicks.send(1)
    clicks.send(2)  // Ignored: the first is still running.
    time.advance(by: .seconds(1))
    print.expect("sent 1")
  }

  @Test("concatMap(_:)") func concatMap() {
    let time = TestScheduler()
    let edits = Signal(["a", "b"])
    // Saves one after another.
    edits.concatMap { Signal.just("saved \($0)").delay(for: .seconds(1), on: time) }.subscribe { print($0) }
    time.advance(by: .seconds(2))
    print.expect("saved a, saved b")
  }

  @Test("flatten(_:)") func flatten() {
    let pages = Signal([Signal([1, 2]), Signal([3])])
    pages.flatten(.concat).subscribe { print($0) }
    print.expect("1, 2, 3")
  }

  @Test("switchToLatest()") func switchToLatest() {
    let front = Subject<Int, Never>(), back = Subject<Int, Never>()
    let camera = MutableProperty(front.signal)
    camera.signal.switchToLatest().subscribe { print($0) }
    front.send(1)
    camera.value = back.signal
    front.send(2)
    back.send(3)
    print.expect("1, 3")
  }

  @Test("then(_:)") func then() {
    let upload = Signal([0.5, 1])
    upload.then { Signal(["published"]) }.subscribe { print($0) }
    print.expect("published")
  }

  @Test("if(_:then:else:)") func `if`() {
    let isOnline = MutableProperty(false)
    let live = Signal(["live"]), cached = Signal(["cached"])
    Signal<String, Never>.if(isOnline, then: live, else: cached).subscribe { print($0) }
    isOnline.value = true
    print.expect("cached, live")
  }

  @Test("switch(_:cases:default:)") func `switch`() {
    let tab = MutableProperty("news")
    let pages = ["news": Signal(["headlines"]), "sport": Signal(["results"])]
    Signal<String, Never>.switch(tab, cases: pages, default: .just("no such tab")).subscribe { print($0) }
    tab.value = "sport"
    tab.value = "chess"
    print.expect("headlines, results, no such tab")
  }

  @Test("balance(over:_:)") func balance() {
    Signal(["a", "b", "c"]).balance(over: 2) { text, worker in Signal<String, Never>.just("\(text) by \(worker)") }
      .subscribe { print($0) }
    print.expect("a by 0, b by 1, c by 0")
  }
}
