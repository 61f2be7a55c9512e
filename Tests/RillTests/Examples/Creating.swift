import Rill
import Testing

struct CreatingExamples {
  let print = Printed()

  @Test("just(_:)") func just() {
    Signal.just("hello").subscribe { print($0) }
    print.expect("hello")
  }

  @Test("empty") func empty() {
    Signal<Int, Never>.empty.subscribe(next: { print($0) }, completed: { print("nothing") })
    print.expect("nothing")
  }

  @Test("never") func never() {
    let adverts: [Signal<String, Never>] = [.just("2 for 1"), .never]
    merge(adverts).subscribe(next: { print($0) }, completed: { print("never said") })
    print.expect("2 for 1")
  }

  @Test("fail(_:)") func fail() {
    let unsent = Signal<Int, Offline>.fail(Offline())
    unsent.subscribe(next: { print($0) }, failed: { print("failed: \($0)") })
    print.expect("failed: Offline()")
  }

  @Test("deferred(_:)") func deferred() {
    let number = MutableProperty(1)
    let later = Signal<Int, Never>.deferred { .just(number.value) }
    number.value = 2
    later.subscribe { print($0) }
    print.expect("2")
  }

  @Test("init(_:)") func signal() {
    let elements = Signal(["a", "b"])
    let byHand = Signal<String, Never> { observer in
      observer.send("c")
      observer.complete()
    }
    elements.concat(byHand).subscribe { print($0) }
    print.expect("a, b, c")
  }

  @Test("init(catching:)") func catching() {
    let answer = Signal(catching: { () throws(Offline) in 42 })
    answer.subscribe(next: { print($0) }, failed: { print($0) })
    print.expect("42")
  }

  @Test("unfold(_:_:)") func unfold() {
    let powers = Signal<Int, Never>.unfold(1) { n in
      defer { n *= 2 }
      return n < 20 ? n : nil
    }
    powers.subscribe { print($0) }
    print.expect("1, 2, 4, 8, 16")
  }

  @Test("using(_:release:_:)") func using() {
    let rows = Signal<Int, Never>.using({ [1, 2] }, release: { _ in print("closed") }) { Signal($0) }
    rows.subscribe { print($0) }
    print.expect("1, 2, closed")
  }
}

struct Offline: Error, Equatable {}
