import Rill
import Testing

struct TransformingExamples {
  let print = Printed()

  @Test("map(_:)") func map() {
    Signal([1, 2, 3]).map { $0 * 10 }.subscribe { print($0) }
    print.expect("10, 20, 30")
  }

  @Test("mapTo(_:)") func mapTo() {
    let clicks = Subject<Void, Never>()
    clicks.mapTo("click").subscribe { print($0) }
    clicks.send()
    print.expect("click")
  }

  @Test("compactMap(_:)") func compactMap() {
    Signal(["1", "two", "3"]).compactMap { Int($0) }.subscribe { print($0) }
    print.expect("1, 3")
  }

  @Test("scan(_:_:)") func scan() {
    Signal([1, 2, 3]).scan(0) { $0 + $1 }.subscribe { print($0) }
    print.expect("1, 3, 6")
  }

  @Test("scan(into:_:)") func scanInto() {
    Signal(["a", "b"]).scan(into: []) { list, name in list.append(name) }.subscribe { print($0) }
    print.expect("[\"a\"], [\"a\", \"b\"]")
  }

  @Test("scanIndexed(_:_:)") func scanIndexed() {
    Signal([5, 5, 5]).scanIndexed(0) { sum, value, index in sum + value * index }.subscribe { print($0) }
    print.expect("0, 5, 15")
  }

  @Test("reduce(_:_:)") func reduce() {
    Signal([1, 2, 3]).reduce(0) { $0 + $1 }.subscribe { print($0) }
    print.expect("6")
  }

  @Test("reduce(into:_:)") func reduceInto() {
    Signal(["a", "b", "a"]).reduce(into: [:]) { counts, name in counts[name, default: 0] += 1 }
      .subscribe { print($0["a"] ?? 0) }
    print.expect("2")
  }

  @Test("reduce(by:into:limit:_:)") func reduceBy() {
    Signal(["Ada", "Grace", "Eve"]).reduce(by: \.count, into: "") { $0 += $1 }
      .subscribe { print("\($0.key):", $0.result) }
    print.expect("3: AdaEve, 5: Grace")
  }

  @Test("collect()") func collect() {
    Signal([1, 2, 3]).collect().subscribe { print($0) }
    print.expect("[1, 2, 3]")
  }

  @Test("collect(count:)") func collectCount() {
    Signal([1, 2, 3]).collect(count: 2).subscribe { print($0) }
    print.expect("[1, 2], [3]")
  }

  @Test("collect(count:every:)") func collectOverlapping() {
    // The mean of the last two.
    Signal([1, 3, 5]).collect(count: 2, every: 1).map { $0.reduce(0, +) / 2 }.subscribe { print($0) }
    print.expect("2, 4")
  }

  @Test("combinePrevious(_:_:)") func combinePrevious() {
    Signal([3, 10, 12]).combinePrevious(0) { previous, current in current - previous }.subscribe { print($0) }
    print.expect("3, 7, 2")
  }

  @Test("pairwise()") func pairwise() {
    Signal([3, 10, 12]).pairwise().subscribe { print($0.current - $0.previous) }
    print.expect("7, 2")
  }

  @Test("enumerated()") func enumerated() {
    Signal(["a", "b"]).enumerated().map { number, name in "\(number + 1). \(name)" }.subscribe { print($0) }
    print.expect("1. a, 2. b")
  }

  @Test("startWith(_:)") func startWith() {
    let results = Subject<String, Never>()
    results.startWith("Loading…").subscribe { print($0) }
    results.send("3 hits")
    print.expect("Loading…, 3 hits")
  }

  @Test("append(_:)") func append() {
    Signal(["1 %", "50 %"]).append("Done").subscribe { print($0) }
    print.expect("1 %, 50 %, Done")
  }

  @Test("defaultIfEmpty(_:)") func defaultIfEmpty() {
    Signal<String, Never>.empty.defaultIfEmpty("No results").subscribe { print($0) }
    print.expect("No results")
  }

  @Test("switchIfEmpty(to:)") func switchIfEmpty() {
    let cached = Signal<String, Never>.empty
    let loaded = Signal(["from the server"])
    cached.switchIfEmpty(to: loaded).subscribe { print($0) }
    print.expect("from the server")
  }

  @Test("intersperse(_:)") func intersperse() {
    Signal(["a", "b", "c"]).intersperse("–").subscribe { print($0) }
    print.expect("a, –, b, –, c")
  }

  @Test("materialize()") func materialize() {
    Signal([1]).materialize().subscribe { print($0) }
    print.expect("next(1), completed")
  }

  @Test("dematerialize()") func dematerialize() {
    let events = Signal<Event<Int, Offline>, Never>([.next(1), .failed(Offline())])
    events.dematerialize().subscribe(next: { print($0) }, failed: { print("failed: \($0)") })
    print.expect("1, failed: Offline()")
  }

  @Test("not()") func not() {
    let isRunning = MutableProperty(true)
    isRunning.signal.not().subscribe { print($0) }
    isRunning.value = false
    print.expect("false, true")
  }

  @Test("and()") func and() {
    let isOnline = MutableProperty(true), isSignedIn = MutableProperty(false)
    combineLatest(isOnline, isSignedIn).and().subscribe { print($0) }
    isSignedIn.value = true
    print.expect("false, true")
  }

  @Test("or()") func or() {
    let isAdmin = MutableProperty(false), isOwner = MutableProperty(true)
    combineLatest(isAdmin, isOwner).or().subscribe { print($0) }
    isOwner.value = false
    print.expect("true, false")
  }

  @Test("grouped(by:)") func grouped() {
    Signal(["Ada", "Grace", "Eve"]).grouped(by: \.count).subscribe { group in
      group.subscribe { print(group.key, $0) }
    }
    print.expect("3 Ada, 5 Grace, 3 Eve")
  }

  @Test("grouped(by:_:)") func groupedAndTransformed() {
    Signal(["Ada", "Grace", "Eve"]).grouped(by: \.count) { $0.lowercased() }
      .flatMap { group in group.enumerated() }
      .subscribe { print($0.offset, $0.element) }
    print.expect("0 ada, 0 grace, 1 eve")
  }

  @Test("grouped(by:limit:)") func groupedWithLimit() {
    Signal([1, 2, 1]).grouped(by: { $0 }, limit: 1).flatMap { $0.signal.count() }.subscribe { print($0) }
    print.expect("1, 1, 1")
  }

  @Test("grouped(by:limit:until:)") func groupedUntil() {
    Signal([1, 1, 1]).grouped(by: { $0 }, until: { $0.skip(1) }).flatMap { $0.signal.count() }.subscribe { print($0) }
    print.expect("2, 1")
  }

  @Test("chunked(by:limit:)") func chunkedBy() {
    Signal([1, 2, 5, 6]).chunked { $1 == $0 + 1 }.subscribe { print($0) }
    print.expect("[1, 2], [5, 6]")
  }

  @Test("chunked(on:limit:)") func chunkedOn() {
    Signal(["Ada", "Eve", "Grace"]).chunked(on: \.count).subscribe { print($0.key, $0.values) }
    print.expect("3 [\"Ada\", \"Eve\"], 5 [\"Grace\"]")
  }

  @Test("chunked(while:limit:)") func chunkedWhile() {
    Signal([1, 2, 0, 3]).chunked(while: { $0 > 0 }).subscribe { print($0) }
    print.expect("[1, 2], [3]")
  }

  @Test("chunked(endingWhere:limit:)") func chunkedEnding() {
    Signal([1, 2, 0, 3]).chunked(endingWhere: { $0 == 0 }).subscribe { print($0) }
    print.expect("[1, 2, 0], [3]")
  }

  @Test("chunked(startingWhere:limit:)") func chunkedStarting() {
    Signal([1, 0, 2, 3]).chunked(startingWhere: { $0 == 0 }).subscribe { print($0) }
    print.expect("[1], [0, 2, 3]")
  }

  @Test("collect(keyedBy:uniquingKeysWith:)") func collectKeyed() {
    Signal(["Ada", "Eve"]).collect(keyedBy: \.count).subscribe { print($0) }
    print.expect("[3: \"Eve\"]")
  }

  @Test("collect(groupedBy:)") func collectGrouped() {
    Signal(["Ada", "Eve"]).collect(groupedBy: \.count).subscribe { print($0) }
    print.expect("[3: [\"Ada\", \"Eve\"]]")
  }
}
