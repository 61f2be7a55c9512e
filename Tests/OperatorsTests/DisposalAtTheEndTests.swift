import Operators
import StreamCore
import StreamTesting
import Subjects
import Testing

/// Contract 6: a user's code that runs just before an end, or before the next stream, may dispose the subscription.
/// Then no event is delivered, and no further stream is subscribed to.
@Suite struct DisposalAtTheEndTests {
  typealias Failing = Signal<Int, TestFailure>
  typealias Build = @Sendable (Failing, @escaping @Sendable () -> Void) -> Failing

  /// `act` disposes. The source sends one value, which ends some of these.
  static let operators: [(String, Build)] = [
    (
      "mapFailure",
      { source, act in
        source.mapFailure {
          act(); return $0
        }
      }
    ),
    (
      "catch",
      { source, act in
        source.catch { failure -> Failing in
          act(); return .fail(failure)
        }
      }
    ),
    ("catch, tearing down", { source, act in source.finally(act).catch { Failing.fail($0) } }),
    (
      "retry",
      { source, act in
        source.retry(
          RetryPolicy.immediate().when { _ in
            act(); return false
          }, on: .immediate)
      }
    ),
    ("retry, tearing down", { source, act in source.finally(act).retry(0) }),
    ("switchIfEmpty", { source, act in source.ignoreValues().finally(act).switchIfEmpty(to: Failing.just(7)) }),
    (
      "tryMap",
      { source, act in
        source.finally(act).tryMap { (value: Int) throws(TestFailure) -> Int in throw TestFailure("\(value)") }
      }
    ),
    (
      "attempt",
      { source, act in
        source.finally(act).attempt { (value: Int) throws(TestFailure) in throw TestFailure("\(value)") }
      }
    ),
    ("take(until:)", { source, act in Failing.never.finally(act).take(until: source.map { _ in }) }),
    (
      "take(untilReplacement:)",
      { source, act in Failing.never.finally(act).take(untilReplacement: source.ignoreValues()) }
    ),
    (
      "zip",
      { source, act in zip(source.take(1), Failing.just(1).concat(Failing.never).finally(act)) { $0 + $1 }.skip(1) }
    ),
    ("merge", { source, act in source.merge(Failing.never.finally(act)) }),
    ("flatMap", { source, act in source.flatMap { _ in Failing.never.finally(act) } }),
    ("flatMapFirst", { source, act in source.flatMapFirst { _ in Failing.never.finally(act) } }),
    ("concat", { source, act in source.finally(act).concat(Failing.just(7)) }),
    ("race", { source, act in race(Failing.never.finally(act), source) }),
    ("timeout", { source, act in source.finally(act).timeout(after: .seconds(9), failure: TestFailure()) }),
    ("window", { source, act in source.finally(act).window(count: 9).flatMap { _ in .empty } }),
    ("materialize", { source, act in source.on(failed: { _ in act() }).ignoreValues() }),
  ]

  @Test(arguments: operators.indices)
  func anEndDuringWhichTheSubscriptionIsDisposedIsNotDelivered(_ index: Int) {
    let calls = [false, true].map { heardAfterDisposal(index, fails: $0) }
    #expect(calls.contains(true), "\(Self.operators[index].0) runs nothing, whether the source completes or fails.")
  }

  /// - Returns: Whether the user's code ran.
  private func heardAfterDisposal(_ index: Int, fails: Bool) -> Bool {
    let (name, build) = Self.operators[index]
    let subject = Subject<Int, TestFailure>()
    let handle = SerialDisposable()
    let calls = Counter()
    let heard = Notes<String>()
    handle.inner = build(subject.signal) {
      guard !handle.isDisposed else { return }
      calls.up()
      handle.dispose()
    }
    .filter { _ in calls.count > 0 }
    .on(
      subscribed: { calls.count > 0 ? heard.add("subscribed") : () }, next: { heard.add("next \($0)") },
      failed: { heard.add("failed \($0)") }, completed: { heard.add("completed") }
    )
    .materialize()
    .subscribe { heard.add("\($0)") }
    subject.send(1)
    if fails { subject.fail(TestFailure()) } else { subject.complete() }
    if calls.count > 0 { #expect(heard.all == [], "\(name), \(fails ? "failing" : "completing")") }
    defer { handle.dispose() }
    return calls.count > 0
  }

  /// The next stream must not be subscribed to if the user's code before it has disposed.
  static let successions: [(String, Build)] = [
    (
      "deferred",
      { source, act in
        .deferred {
          act(); return source
        }
      }
    ),
    ("initially", { source, act in source.initially(act) }),
    ("on(subscribed:)", { source, act in source.on(subscribed: act) }),
    (
      "catch",
      { source, act in
        Failing.fail(TestFailure()).catch { _ -> Failing in
          act(); return source
        }
      }
    ),
    ("switchIfEmpty", { source, act in Failing.empty.finally(act).switchIfEmpty(to: source) }),
    ("concat", { source, act in Failing.empty.finally(act).concat(source) }),
    (
      "flatMap",
      { source, act in
        Failing.just(1).flatMap { _ in
          act(); return source
        }
      }
    ),
    (
      "retry",
      { source, act in
        let runs = Counter()
        return Failing.deferred {
          runs.up()
          return runs.count == 1 ? .fail(TestFailure()) : source
        }
        .retry(
          RetryPolicy.immediate().when { _ in
            act(); return true
          }, on: .immediate)
      }
    ),
    (
      "debounce(until:)",
      { source, act in
        let ticks = source.ignoreFailure()
        return Failing.just(1).append(2).debounce(until: { value -> Signal<Int, Never> in
          value == 1 ? Signal<Int, Never>.never.finally(act) : ticks
        })
      }
    ),
  ]

  @Test(arguments: successions.indices)
  func theNextStreamIsNotSubscribedToAfterADisposal(_ index: Int) {
    let (name, build) = Self.successions[index]
    let starts = Counter()
    let stop = Subject<Void, Never>()
    let source = Failing.never.on(subscribed: { starts.up() })
    let handle = build(source) { stop.send(()) }.take(until: stop).subscribe(next: { _ in }, failed: { _ in })
    #expect(starts.count == 0, "\(name)")
    handle.dispose()
  }
}
