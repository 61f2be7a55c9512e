import Rill
import Testing

struct JoiningExamples {
  let print = Printed()

  @Test("bind(_:named:)") func bind() {
    // Each run has its own count, and completes with the third value.
    let numbered = Signal(["a", "b", "c", "d"]).bind {
      var count = 0
      return { value, stop in
        count += 1
        if count == 3 { stop = true }
        return .just("\(count)\(value)")
      }
    }
    numbered.subscribe { print($0) }
    print.expect("1a, 2b, 3c")
  }

  @Test("flatMap(_:)") func flatMap() {
    Signal([1, 3]).flatMap { Signal([$0, $0 + 1]) }.subscribe { print($0) }
    print.expect("1, 2, 3, 4")
  }

  @Test("concat(_:)") func concat() {
    let cached = Signal(["old"])
    let loaded = Signal(["new"])
    cached.concat(loaded).subscribe { print($0) }
    print.expect("old, new")
  }

  @Test("zip(_:)") func zip() {
    let names = Signal(["Ada", "Grace", "Barbara"])
    names.zip(Signal([36, 85])).subscribe { print($0.0, $0.1) }
    print.expect("Ada 36, Grace 85")
  }

  @Test("promoteFailure(to:)") func promoteFailure() {
    let cached = Signal(["old"])
    let loaded = Signal<String, Offline>.fail(Offline())
    let both: [Signal<String, Offline>] = [cached.promoteFailure(), loaded]
    Rill.concat(both).subscribe(next: { print($0) }, failed: { print($0) })
    print.expect("old, Offline()")
  }
}
