import Operators
import StreamTesting
import Subjects
import TestSupport
import Testing

/// An operator with a closure that calls `act`. The source sends 1, 2, 3, and fails.
struct ReentrantOperator: Sendable, CustomTestStringConvertible {
  typealias Input = Signal<Int, TestFailure>

  let name: String
  let apply: @Sendable (Input, Act) -> Input

  init(_ name: String, _ apply: @escaping @Sendable (Input, Act) -> Input) {
    self.name = name
    self.apply = apply
  }

  var testDescription: String { name }

  /// Every operator with a closure. A new one needs a line here.
  static let all = transforming + filtering + folding + flattening + joining + failing + timing

  private static let transforming: [ReentrantOperator] = [
    .init("map") { source, act in source.map { act($0) } },
    .init("tryMap") { source, act in source.tryMap { value throws(TestFailure) in act(value) } },
    .init("compactMap") { source, act in source.compactMap { act($0) } },
    .init("mapFailure") { source, act in source.mapFailure { act($0) } },
    .init("combinePrevious") { source, act in source.combinePrevious(0) { act($0 + $1) } },
    .init("scan") { source, act in source.scan(0) { act($0 + $1) } },
    .init("scan(into:)") { source, act in source.scan(into: 0) { $0 += act($1) } },
    .init("scanIndexed") { source, act in source.scanIndexed(0) { act($0 + $1 + $2) } },
    .init("attempt") { source, act in source.attempt { value throws(TestFailure) in _ = act(value) } },
    .init("on(subscribed:)") { source, act in source.on(subscribed: { _ = act(0) }) },
    .init("on(next:)") { source, act in source.on(next: { _ = act($0) }) },
    .init("on(failed:)") { source, act in source.on(failed: { _ = act($0) }) },
    .init("on(terminated:)") { source, act in source.on(terminated: { _ = act(0) }) },
    .init("initially") { source, act in source.initially { _ = act(0) } },
    .init("finally") { source, act in source.finally { _ = act(0) } },
    .init("log(to:)") { source, act in source.log(to: { _ = act($0) }) },
  ]

  private static let filtering: [ReentrantOperator] = [
    .init("filter") { source, act in source.filter { act($0) > 0 } },
    .init("distinctUntilChanged(by:)") { source, act in source.distinctUntilChanged(by: { act($0) == $1 }) },
    .init("distinctUntilChanged(comparing:)") { source, act in source.distinctUntilChanged(comparing: { act($0) }) },
    .init("unique(comparing:)") { source, act in source.unique(comparing: { act($0) }) },
    .init("take(while:)") { source, act in source.take(while: { act($0) > 0 }) },
    .init("take(untilFirst:)") { source, act in source.take(untilFirst: { act($0) > 100 }) },
    .init("skip(while:)") { source, act in source.skip(while: { act($0) > 100 }) },
    .init("skip(untilFirst:)") { source, act in source.skip(untilFirst: { act($0) > 1 }) },
    .init("first(where:)") { source, act in source.first(where: { act($0) > 100 }) },
    .init("last(where:)") { source, act in source.last(where: { act($0) > 100 }) },
    .init("chunked(by:)") { source, act in source.chunked { act($0) < $1 }.map(\.count) },
    .init("chunked(on:)") { source, act in source.chunked(on: { act($0) }).map(\.key) },
    .init("chunked(while:)") { source, act in source.chunked(while: { act($0) > 0 }).map(\.count) },
    .init("chunked(endingWhere:)") { source, act in source.chunked(endingWhere: { act($0) > 1 }).map(\.count) },
    .init("chunked(startingWhere:)") { source, act in source.chunked(startingWhere: { act($0) > 1 }).map(\.count) },
    .init("window(endingWhere:)") { source, act in source.window(endingWhere: { act($0) > 1 }).flatMap { $0 } },
    .init("window(startingWhere:)") { source, act in source.window(startingWhere: { act($0) > 1 }).flatMap { $0 } },
    .init("partition in one run") { source, act in source.partition(by: { act($0) > 1 }) { merge($0, $1) } },
    .init("partition") { source, act in source.partition(by: { act($0) > 1 }).matching },
  ]

  private static let folding: [ReentrantOperator] = [
    .init("reduce") { source, act in source.reduce(0) { act($0 + $1) } },
    .init("reduce(into:)") { source, act in source.reduce(into: 0) { $0 += act($1) } },
    .init("reduce(by:into:), the key") { source, act in
      source.reduce(by: { act($0) }, into: 0) { $0 += $1 }.map(\.result)
    },
    .init("reduce(by:into:), the update") { source, act in
      source.reduce(by: { $0 / 100 }, into: 0) { $0 += act($1) }.map(\.result)
    },
    .init("collect(keyedBy:)") { source, act in source.collect(keyedBy: { act($0) }).map(\.count) },
    .init("collect(keyedBy:uniquingKeysWith:)") { source, act in
      source.collect(keyedBy: { $0 / 100 }, uniquingKeysWith: { act($0 + $1) }).map(\.count)
    },
    .init("collect(groupedBy:)") { source, act in source.collect(groupedBy: { act($0) }).map(\.count) },
    .init("min(by:)") { source, act in source.min(by: { act($0) < $1 }) },
    .init("max(by:)") { source, act in source.max(by: { act($0) < $1 }) },
    .init("allSatisfy") { source, act in source.allSatisfy { act($0) > 0 }.map { $0 ? 1 : 0 } },
    .init("contains(where:)") { source, act in source.contains(where: { act($0) > 100 }).map { $0 ? 1 : 0 } },
  ]

  private static let flattening: [ReentrantOperator] = [
    .init("flatMap") { source, act in source.flatMap { Signal<Int, TestFailure>.just(act($0)) } },
    .init("flatMap(.concat)") { source, act in source.flatMap(.concat) { Signal<Int, TestFailure>.just(act($0)) } },
    .init("flatMap(.merge(maxConcurrent:))") { source, act in
      source.flatMap(.merge(maxConcurrent: 1)) { Signal<Int, TestFailure>.just(act($0)) }
    },
    .init("concatMap") { source, act in source.concatMap { Signal<Int, TestFailure>.just(act($0)) } },
    .init("flatMapLatest") { source, act in source.flatMapLatest { Signal<Int, TestFailure>.just(act($0)) } },
    .init("flatMapFirst") { source, act in source.flatMapFirst { Signal<Int, TestFailure>.just(act($0)) } },
    .init("bind") { source, act in source.bind { { value, _ in Signal<Int, TestFailure>.just(act(value)) } } },
    .init("deferred") { source, act in .deferred { act(source) } },
    .init("a signal's body") { source, act in
      Signal { observer in act(source).subscribeEvents { observer.send($0) } }
    },
    .init("grouped") { source, act in source.grouped(by: { act($0) }).flatMap { $0.signal } },
    .init("grouped until, key") { source, act in
      source.grouped(by: { act($0) }, until: { $0.signal }).flatMap { $0.signal }
    },
    .init("grouped until, end") { source, act in
      source.grouped(by: { $0 }, until: { act($0.signal) }).flatMap { $0.signal }
    },
    .init("balance") { source, act in
      source.balance(over: 2) { value, _ in Signal<Int, TestFailure>.just(act(value)) }
    },
    .init("publish") { source, act in source.publish { act($0) } },
    .init("unzip") { source, act in source.map { ($0, $0) }.unzip { merge($0, act($1)) } },
    .init("using, acquire") { source, act in
      .using({ () throws(TestFailure) in act(0) }, release: { _ in }) { _ in source }
    },
    .init("using, use") { source, act in .using({ () throws(TestFailure) in 0 }, release: { _ in }) { _ in act(source) }
    },
    .init("flatMap(.ordered(maxConcurrent:))") { source, act in
      source.flatMap(.ordered(maxConcurrent: 2)) { Signal<Int, TestFailure>.just(act($0)) }
    },
    .init("flatMap(per:), key") { source, act in
      source.flatMap(.concat, per: { act($0) }) { Signal<Int, TestFailure>.just($0) }
    },
    .init("flatMap(per:)") { source, act in
      source.flatMap(.merge, per: { $0 }) { Signal<Int, TestFailure>.just(act($0)) }
    },
    .init("expand") { source, act in
      source.expand { act($0) < 20 ? Signal<Int, TestFailure>.just($0 * 10) : .empty }
    },
    .init("switchScan") { source, act in source.switchScan(0) { Signal<Int, TestFailure>.just(act($0 + $1)) } },
    .init("switchOnFirst") { source, act in source.switchOnFirst { _, all in act(all) } },
    .init("unfold") { source, act in
      source.flatMap { value in
        Signal<Int, TestFailure>.unfold(value) { (rest: inout Int) throws(TestFailure) -> Int? in
          rest -= 1
          return act(rest) >= 0 ? rest : nil
        }
      }
    },
    .init("grouped, elements") { source, act in source.grouped(by: { $0 }, { act($0) }).flatMap { $0.signal } },
  ]

  private static let joining: [ReentrantOperator] = [
    .init("combineLatest") { source, act in combineLatest(source, source) { act($0 + $1) } },
    .init("zip") { source, act in zip(source, source) { act($0 + $1) } },
    .init("elementsEqual") { source, act in
      source.elementsEqual(source) { act($0) == $1 }.map { $0 ? 1 : 0 }
    },
    .init("window(openedBy:closedBy:)") { source, act in
      source.window(openedBy: source.ignoreFailure()) { value in Signal<Int, Never>.just(act(value)) }.flatMap { $0 }
    },
    .init("mergeSorted") { source, act in mergeSorted([source, source]) { act($0) < $1 } },
    .init("delayEach(until:)") { source, act in source.delayEach(until: { Signal<Int, Never>.just(act($0)) }) },
    .init("throttle(until:)") { source, act in source.throttle(until: { Signal<Int, Never>.just(act($0)) }) },
    .init("timeout(until:)") { source, act in
      source.timeout(until: { _ in act(Signal<Int, Never>.never) }, failure: TestFailure("late"))
    },
    .init("withLatest(from:)") { source, act in
      source.withLatest(from: Signal<Int, Never>([1])) { act($0 + $1) }
    },
  ]

  private static let failing: [ReentrantOperator] = [
    .init("catch") { source, act in source.catch { Signal<Int, TestFailure>.fail(act($0)) } },
    .init("retry(_:)") { source, act in
      source.retry(RetryPolicy.immediate(limit: 1).when { _ in act(false) }, on: .immediate)
    },
    .init("repeat(when:)") { source, act in
      source.catch { _ in Signal<Int, TestFailure>.empty }.repeat(when: { _ in act(Signal<Int, Never>.empty) })
    },
    .init("repeat(until:)") { source, act in
      source.catch { _ in Signal<Int, TestFailure>.empty }.repeat(.immediate(), until: { act(true) }, on: .immediate)
    },
    .init("then") { source, act in source.catch { _ in Signal<Int, TestFailure>.empty }.then { act(source) } },
  ]

  private static let timing: [ReentrantOperator] = [
    .init("debounce(for:when:)") { source, act in
      source.debounce(for: .seconds(1), on: TestScheduler(), when: { act($0) > 100 })
    },
    .init("debounce(until:)") { source, act in
      source.debounce(until: { value in Signal<Int, Never>.just(act(value)) })
    },
    .init("rateLimit(cost:)") { source, act in
      source.rateLimit(10, per: .seconds(1), on: TestScheduler(), cost: { _ in act(1) })
    },
    .init("deliver(on:buffering: .coalescing)") { source, act in
      source.deliver(on: TestScheduler(), buffering: .coalescing { act($0 + $1) })
    },
  ]
}
