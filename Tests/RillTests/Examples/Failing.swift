import Rill
import StreamTesting
import Testing

struct FailingExamples {
  let print = Printed()
  let broken = Signal([1]).concat(Signal<Int, Offline>.fail(Offline()))

  @Test("catch(_:)") func `catch`() {
    broken.catch { failure in Signal([0]) }.subscribe { print($0) }
    print.expect("1, 0")
  }

  @Test("catch(to:)") func catchTo() {
    broken.catch(to: Signal<Int, Never>([7, 8])).subscribe { print($0) }
    print.expect("1, 7, 8")
  }

  @Test("replaceFailure(with:)") func replaceFailure() {
    broken.replaceFailure(with: 0).subscribe { print($0) }
    print.expect("1, 0")
  }

  @Test("ignoreFailure()") func ignoreFailure() {
    broken.ignoreFailure().subscribe(next: { print($0) }, completed: { print("done") })
    print.expect("1, done")
  }

  @Test("mapFailure(_:)") func mapFailure() {
    enum LoadFailure: Error { case offline }
    broken.mapFailure { _ in LoadFailure.offline }.subscribe(next: { print($0) }, failed: { print($0) })
    print.expect("1, offline")
  }

  @Test("assertNoFailure(_:file:line:)") func assertNoFailure() {
    let bundled = Signal<Int, Offline>.just(1)
    bundled.assertNoFailure("the file is in the app").subscribe { print($0) }
    print.expect("1")
  }

  @Test("tryMap(_:)") func tryMap() {
    struct NoNumber: Error {}
    let numbers = Signal(["1", "two"]).tryMap { (text: String) throws(NoNumber) in
      guard let number = Int(text) else { throw NoNumber() }
      return number
    }
    numbers.subscribe(next: { print($0) }, failed: { print($0) })
    print.expect("1, NoNumber()")
  }

  @Test("attempt(_:)") func attempt() {
    struct TooLarge: Error {}
    let checked = Signal([1, 100]).attempt { (size: Int) throws(TooLarge) in
      if size > 10 { throw TooLarge() }
    }
    checked.subscribe(next: { print($0) }, failed: { print($0) })
    print.expect("1, TooLarge()")
  }

  @Test("retry()") func retry() {
    let tries = MutableProperty(0)
    let load = Signal<String, Offline>.deferred {
      tries.modify { $0 += 1 }
      return tries.value < 3 ? .fail(Offline()) : .just("loaded")
    }
    load.retry().subscribe { print($0) }
    print(tries.value)
    print.expect("loaded, 3")
  }

  @Test("retry(_:)") func retryCount() {
    broken.retry(2).subscribe(next: { print($0) }, failed: { print($0) })
    print.expect("1, 1, 1, Offline()")
  }

  @Test("retry(_:on:)") func retryPolicy() {
    let time = TestScheduler()
    broken.retry(.exponential(from: .seconds(1), limit: 2), on: time)
      .subscribe(next: { print($0) }, failed: { print($0) })
    time.advance(by: .seconds(1))
    time.advance(by: .seconds(2))
    print.expect("1, 1, 1, Offline()")
  }

  @Test("timeout(after:of:on:failure:)") func timeout() {
    let time = TestScheduler()
    let silent = Signal<Int, Never>.never
    silent.timeout(after: .seconds(5), on: time, failure: Offline())
      .subscribe(next: { print($0) }, failed: { print($0) })
    time.advance(by: .seconds(5))
    print.expect("Offline()")
  }

  @Test("timeout(after:of:on:to:)") func timeoutTo() {
    let time = TestScheduler()
    let live = Signal<String, Never>.never
    live.timeout(after: .seconds(5), of: .firstValue, on: time, to: Signal(["cached"])).subscribe { print($0) }
    time.advance(by: .seconds(5))
    print.expect("cached")
  }
}
