import Operators
import StreamTesting
import Testing

/// Contract 14, through operators whose upstreams have separate subscriptions: a waiter downstream must detect that its
/// source was released.
struct OutOfReachTests {
  private typealias Input = Signal<Int, TestFailure>
  private static let time = TestScheduler()

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable (Signal<Int, TestFailure>) -> Signal<Int, TestFailure>

    init(_ name: String, _ make: @escaping @Sendable (Signal<Int, TestFailure>) -> Signal<Int, TestFailure>) {
      testDescription = name
      self.make = make
    }
  }

  private static let operators: [Row] = [
    Row("merge") { $0.merge($0) },
    Row("merge with what has ended") { $0.merge(Failing.just(1)) },
    Row("concat") { Failing.just(1).concat($0) },
    Row("zip") { input in zip(input, input) { $0 + $1 } },
    Row("combineLatest") { input in combineLatest(input, input) { $0 + $1 } },
    Row("race") { race($0, $0) },
    Row("take(until:)") { $0.take(until: $0) },
    Row("take(until: a share)") { $0.take(until: $0.share()) },
    Row("withLatest") { $0.withLatest(from: $0).map { $0 + $1 } },
    Row("flatMap") { input in Failing.just(1).flatMap { _ in input } },
    Row("flatMapLatest") { input in Failing.just(1).flatMapLatest { _ in input } },
    Row("flatMapFirst") { input in Failing.just(1).flatMapFirst { _ in input } },
    Row("concatMap") { input in Failing.just(1).concatMap { _ in input } },
    Row("then") { input in Failing.just(1).then { input } },
    Row("catch") { input in Failing.fail(TestFailure()).catch { _ in input } },
    Row("catch of it") { $0.catch { _ in .just(1) } },
    Row("retry") { $0.retry(1) },
    Row("repeat") { $0.repeat() },
    Row("tryMap") { $0.tryMap { $0 } },
    Row("switchIfEmpty") { $0.switchIfEmpty(to: Failing.just(1)) },
    Row("switchIfEmpty to it") { Failing.empty.switchIfEmpty(to: $0) },
    Row("deliver(on:)") { $0.deliver(on: ImmediateScheduler()) },
    Row("delay") { $0.delay(for: time.ticks(1), on: time) },
    Row("debounce(until:)") { input in Failing.just(1).concat(input).debounce { _ in input.ignoreFailure() } },
    Row("window") { $0.window(count: 2).flatMap { $0 } },
    Row("window(by:)") { $0.window(by: Signal<Int, Never> { _ in }).flatMap { $0 } },
    Row("publish") { $0.publish { $0 } },
    Row("balance") { $0.balance(over: 2) { value, _ in .just(value) } },
    Row("grouped until") { $0.grouped(by: { $0 }, until: { $0.signal }).flatMap { $0.signal } },
    Row("elementsEqual") { $0.elementsEqual($0).map { $0 ? 1 : 0 } },
    Row("repeat with a policy") { $0.repeat(.immediate()) },
    Row("grouped") { $0.grouped { $0 }.flatMap { $0.signal } },
    Row("paused(by:)") { $0.paused(by: Signal<Bool, Never>.just(false)) },
    Row("share") { $0.share() },
    Row("replay") { $0.replay().signal },
  ]

  @Test(arguments: operators)
  func everyOperatorPassesOnThatItsSourceIsOutOfReach(_ row: Row) {
    let (endless, dropped) = (row.make(.never), row.make(Failing { _ in }))
    #expect(endless.isWaitedFor)
    #expect(!dropped.isWaitedFor)
  }
}
