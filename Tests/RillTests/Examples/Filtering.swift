import Rill
import Testing

struct FilteringExamples {
  let print = Printed()

  @Test("filter(_:)") func filter() {
    Signal(1...6).filter { $0.isMultiple(of: 2) }.subscribe { print($0) }
    print.expect("2, 4, 6")
  }

  @Test("ignore(_:)") func ignore() {
    Signal(["a", "", "b"]).ignore("").subscribe { print($0) }
    print.expect("a, b")
  }

  @Test("compact()") func compact() {
    Signal([1, nil, 3]).compact().subscribe { print($0) }
    print.expect("1, 3")
  }

  @Test("ignoreValues()") func ignoreValues() {
    let upload = Signal([0.5, 1])
    upload.ignoreValues().subscribe(next: { _ in }, completed: { print("sent") })
    print.expect("sent")
  }

  @Test("partition(by:)") func partition() {
    let (even, odd) = Signal(1...4).partition { $0.isMultiple(of: 2) }
    even.subscribe { print("even \($0)") }
    odd.subscribe { print("odd \($0)") }
    print.expect("even 2, even 4, odd 1, odd 3")
  }

  @Test("take(_:)") func take() {
    Signal(1...100).take(2).subscribe { print($0) }
    print.expect("1, 2")
  }

  @Test("take(while:)") func takeWhile() {
    Signal([1, 2, 9, 1]).take(while: { $0 < 5 }).subscribe { print($0) }
    print.expect("1, 2")
  }

  @Test("take(untilFirst:)") func takeUntilFirst() {
    Signal(["a", "b", "stop", "c"]).take(untilFirst: { $0 == "stop" }).subscribe { print($0) }
    print.expect("a, b")
  }

  @Test("take(last:)") func takeLast() {
    Signal(1...100).take(last: 2).subscribe { print($0) }
    print.expect("99, 100")
  }

  @Test("skip(_:)") func skip() {
    let name = MutableProperty("Ada")
    // The current value is known: observes only changes.
    name.signal.skip(1).subscribe { print($0) }
    name.value = "Grace"
    print.expect("Grace")
  }

  @Test("skip(while:)") func skipWhile() {
    Signal([0, 0, 3, 0]).skip(while: { $0 == 0 }).subscribe { print($0) }
    print.expect("3, 0")
  }

  @Test("skip(untilFirst:)") func skipUntilFirst() {
    Signal(["noise", "start", "a"]).skip(untilFirst: { $0 == "start" }).subscribe { print($0) }
    print.expect("start, a")
  }

  @Test("skip(last:)") func skipLast() {
    Signal(1...4).skip(last: 1).subscribe { print($0) }
    print.expect("1, 2, 3")
  }

  @Test("first()") func first() {
    Signal(["a", "b"]).first().subscribe { print($0) }
    print.expect("a")
  }

  @Test("first(where:)") func firstWhere() {
    Signal([1, 7, 9]).first(where: { $0 > 5 }).subscribe { print($0) }
    print.expect("7")
  }

  @Test("last()") func last() {
    Signal(["a", "b"]).last().subscribe { print($0) }
    print.expect("b")
  }

  @Test("last(where:)") func lastWhere() {
    Signal([1, 7, 9, 2]).last(where: { $0 > 5 }).subscribe { print($0) }
    print.expect("9")
  }

  @Test("element(at:)") func element() {
    Signal(["a", "b", "c"]).element(at: 1).subscribe { print($0) }
    print.expect("b")
  }

  @Test("single()") func single() {
    Signal([1, 2]).single().subscribe(next: { print($0) }, failed: { print($0 == .severalValues) })
    print.expect("true")
  }

  @Test("distinctUntilChanged()") func distinctUntilChanged() {
    Signal([20, 20, 21, 20]).distinctUntilChanged().subscribe { print($0) }
    print.expect("20, 21, 20")
  }

  @Test("distinctUntilChanged(by:)") func distinctBy() {
    Signal(["Ada", "ADA", "Grace"]).distinctUntilChanged(by: { $0.lowercased() == $1.lowercased() })
      .subscribe { print($0) }
    print.expect("Ada, Grace")
  }

  @Test("distinctUntilChanged(comparing:)") func distinctComparing() {
    Signal(["Ada", "Eve", "Grace"]).distinctUntilChanged(comparing: \.count).subscribe { print($0) }
    print.expect("Ada, Grace")
  }

  @Test("unique()") func unique() {
    Signal(["a", "b", "a"]).unique().subscribe { print($0) }
    print.expect("a, b")
  }

  @Test("unique(comparing:)") func uniqueComparing() {
    Signal(["Ada", "Grace", "Eve"]).unique(comparing: \.count).subscribe { print($0) }
    print.expect("Ada, Grace")
  }

  @Test("contains(_:)") func contains() {
    Signal(["a", "b"]).contains("b").subscribe { print($0) }
    print.expect("true")
  }

  @Test("contains(where:)") func containsWhere() {
    Signal([1, 2, 3]).contains(where: { $0 > 5 }).subscribe { print($0) }
    print.expect("false")
  }

  @Test("allSatisfy(_:)") func allSatisfy() {
    Signal([1, 2, 3]).allSatisfy { $0 < 5 }.subscribe { print($0) }
    print.expect("true")
  }

  @Test("count()") func count() {
    Signal(["a", "b"]).count().subscribe { print($0) }
    print.expect("2")
  }

  @Test("max()") func max() {
    Signal([3, 9, 4]).max().subscribe { print($0) }
    print.expect("9")
  }

  @Test("max(by:)") func maxBy() {
    Signal(["Ada", "Grace"]).max(by: { $0.count < $1.count }).subscribe { print($0) }
    print.expect("Grace")
  }

  @Test("min()") func min() {
    Signal([3, 9, 4]).min().subscribe { print($0) }
    print.expect("3")
  }

  @Test("min(by:)") func minBy() {
    Signal(["Grace", "Ada"]).min(by: { $0.count < $1.count }).subscribe { print($0) }
    print.expect("Ada")
  }

  @Test("isEmpty()") func isEmpty() {
    Signal([1, 2]).isEmpty().subscribe { print($0) }
    print.expect("false")
  }

  @Test("sum()") func sum() {
    Signal([1, 2, 3]).sum().subscribe { print($0) }
    print.expect("6")
  }

  @Test("average()") func average() {
    Signal([1, 2]).average().subscribe { print($0) }
    print.expect("1.5")
  }
}
