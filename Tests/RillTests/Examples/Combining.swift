import Rill
import Testing

struct CombiningExamples {
  let print = Printed()

  @Test("combineLatest(_:), combineLatest(_:_:), combineLatest(_:_:_:)") func combineLatest() {
    let name = MutableProperty("Ada"), age = MutableProperty(36)
    Rill.combineLatest(name, age) { "\($0), \($1)" }.subscribe { print($0) }
    age.value = 37
    print.expect("Ada, 36, Ada, 37")
  }

  @Test("combineLatest(_:_:_:_:), combineLatest(_:_:_:_:_:)") func combineLatestOfMore() {
    let red = MutableProperty(255), green = MutableProperty(127), blue = MutableProperty(0),
      alpha = MutableProperty(255)
    Rill.combineLatest(red, green, blue, alpha) { [$0, $1, $2, $3] }.subscribe { print($0) }
    blue.value = 9
    print.expect("[255, 127, 0, 255], [255, 127, 9, 255]")
  }

  @Test("zip(_:), zip(_:_:), zip(_:_:_:)") func zip() {
    Rill.zip(Signal(["a", "b", "c"]), Signal(1...2)) { "\($0)\($1)" }.subscribe { print($0) }
    print.expect("a1, b2")
  }

  @Test("zip(_:_:_:_:), zip(_:_:_:_:_:)") func zipOfMore() {
    Rill.zip(Signal([1]), Signal([2]), Signal([3]), Signal([4])) { $0 + $1 + $2 + $3 }.subscribe { print($0) }
    print.expect("10")
  }

  @Test("merge(_:)") func merge() {
    let taps = Subject<String, Never>(), keys = Subject<String, Never>()
    Rill.merge(taps, keys).subscribe { print($0) }
    keys.send("return")
    taps.send("tap")
    print.expect("return, tap")
  }

  @Test("concat(_:)") func concat() {
    Signal([1, 2]).concat(Signal([3])).subscribe { print($0) }
    print.expect("1, 2, 3")
  }

  @Test("race(_:)") func race() {
    let near = Subject<String, Never>(), far = Subject<String, Never>()
    Rill.race(near, far).subscribe { print($0) }
    near.send("from the mirror")
    far.send("too late")
    print.expect("from the mirror")
  }

  @Test("withLatest(from:)") func withLatest() {
    let clicks = Subject<Int, Never>(), name = MutableProperty("Ada")
    clicks.withLatest(from: name).subscribe { print($0.0, $0.1) }
    clicks.send(1)
    name.value = "Grace"
    clicks.send(2)
    print.expect("1 Ada, 2 Grace")
  }

  @Test("withLatest(from:_:)") func withLatestCombined() {
    let save = Subject<Void, Never>(), text = MutableProperty("draft")
    save.withLatest(from: text) { _, text in "saved: \(text)" }.subscribe { print($0) }
    text.value = "final"
    save.send()
    print.expect("saved: final")
  }

  @Test("sample(at:)") func sample() {
    let position = MutableProperty(10), frames = Subject<Void, Never>()
    position.signal.sample(at: frames).subscribe { print($0) }
    position.value = 11
    position.value = 12
    frames.send()
    print.expect("12")
  }

  @Test("take(until:)") func takeUntil() {
    let readings = Subject<Int, Never>(), stop = Subject<Void, Never>()
    readings.take(until: stop).subscribe { print($0) }
    readings.send(1)
    stop.send()
    readings.send(2)
    print.expect("1")
  }

  @Test("take(untilReplacement:)") func takeUntilReplacement() {
    let cached = Subject<String, Never>(), live = Subject<String, Never>()
    cached.take(untilReplacement: live).subscribe { print($0) }
    cached.send("old")
    live.send("new")
    cached.send("older")
    print.expect("old, new")
  }

  @Test("skip(until:)") func skipUntil() {
    let readings = Subject<Int, Never>(), isReady = Subject<Void, Never>()
    readings.skip(until: isReady).subscribe { print($0) }
    readings.send(1)
    isReady.send()
    readings.send(2)
    print.expect("2")
  }

  @Test("elementsEqual(_:)") func elementsEqual() {
    Signal([1, 2]).elementsEqual(Signal([1, 2])).subscribe { print($0) }
    print.expect("true")
  }

  @Test("elementsEqual(_:by:)") func elementsEqualBy() {
    Signal([1, 2]).elementsEqual(Signal(["1", "3"])) { String($0) == $1 }.subscribe { print($0) }
    print.expect("false")
  }

  @Test("publish(_:)") func publishInto() {
    let sizes = Signal([3, 9, 4]).publish { shared in shared.min().zip(shared.max()) }
    sizes.subscribe { print($0) }
    print.expect("(3, 9)")
  }

  @Test("partition(by:_:)") func partitionInOneRun() {
    Signal([1, 2, 3]).partition(by: { $0 > 1 }) { large, small in large.sum().merge(small.sum()) }
      .subscribe { print($0) }
    print.expect("5, 1")
  }

  @Test("unzip(_:)") func unzip() {
    Signal([(1, "a"), (2, "b")]).unzip { numbers, letters in numbers.sum().zip(letters.collect()) }
      .subscribe { print($0) }
    print.expect("(3, [\"a\", \"b\"])")
  }
}
