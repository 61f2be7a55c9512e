import Operators
import StreamTesting

extension Chain.Step {
  func applied(to s: Signal<Int, Problem>, _ others: [Signal<Int, Problem>], _ time: TestScheduler)
    -> Signal<Int, Problem>
  {
    switch name.kind {
    case .one: return single(s, time)
    case .failing: return failing(s, others, time)
    case .several: return joined(s, others)
    case .each: return flattened(s, others)
    case .time: return timed(s, others, time)
    case .aside: return aside(s, time)
    }
  }

  private func single(_ s: Signal<Int, Problem>, _ time: TestScheduler) -> Signal<Int, Problem> {
    let (n, m) = (n, m)
    switch name {
    case .map: return s.map { mix($0, n) }
    case .mapTo: return s.mapTo(n)
    case .filter: return s.filter { $0 % 3 != n % 3 }
    case .compactMap: return s.compactMap { $0 % 2 == n % 2 ? $0 + 1 : nil }
    case .scan: return s.scan(m) { mix($0, $1) }
    case .scanInto: return s.scan(into: m) { $0 = mix($0, $1) }
    case .reduce: return s.reduce(n) { mix($0, $1) }
    case .collect: return s.collect().map { mix($0) }
    case .collectCount: return s.collect(count: n + 1).map { mix($0) }
    case .combinePrevious: return s.combinePrevious(n) { mix($0, $1) }
    case .pairwise: return s.pairwise().map { mix($0.previous, $0.current) }
    case .enumerated: return s.enumerated().map { mix($0.offset, $0.element) }
    case .startWith: return s.startWith(n, m)
    case .append: return s.append(n, m)
    case .defaultIfEmpty: return s.defaultIfEmpty(n)
    case .intersperse: return s.intersperse(n)
    case .distinct: return s.distinctUntilChanged()
    case .distinctBy: return s.distinctUntilChanged { abs($0 - $1) <= n }
    case .unique: return s.unique()
    case .ignore: return s.ignore(n)
    case .take: return s.take(n)
    case .takeWhile: return s.take(while: { $0 % 5 != n })
    case .takeUntilFirst: return s.take(untilFirst: { $0 % 5 == n })
    case .takeLast: return s.take(last: n)
    case .skip: return s.skip(n)
    case .skipWhile: return s.skip(while: { $0 % 3 != n % 3 })
    case .skipUntilFirst: return s.skip(untilFirst: { $0 % 3 == n % 3 })
    case .skipLast: return s.skip(last: n)
    case .elementAt: return s.element(at: n)
    case .first: return s.first()
    case .firstWhere: return s.first(where: { $0 % 3 == n % 3 })
    case .last: return s.last()
    case .lastWhere: return s.last(where: { $0 % 3 == n % 3 })
    case .ignoreValues: return s.ignoreValues()
    case .materialized: return s.materialize().dematerialize()
    case .contains: return s.contains(n).map { $0 ? 1 : 0 }
    case .allSatisfy: return s.allSatisfy { $0 % 5 != n }.map { $0 ? 1 : 0 }
    case .count: return s.count()
    case .min: return s.min()
    case .max: return s.max()
    case .collectOverlapping: return s.collect(count: n + 1, every: m % 3 + 1).map { mix($0) }
    case .chunkedBy: return s.chunked(by: { ($0 + n) % 3 == $1 % 3 }, limit: chunkLimit).map { mix($0) }
    case .chunkedOn: return s.chunked(on: { $0 % (n + 2) }, limit: chunkLimit).map { mix($0.key, mix($0.values)) }
    case .chunkedWhile: return s.chunked(while: { $0 % 3 != n % 3 }, limit: chunkLimit).map { mix($0) }
    case .chunkedEnding: return s.chunked(endingWhere: { $0 % 3 == n % 3 }, limit: chunkLimit).map { mix($0) }
    case .chunkedStarting: return s.chunked(startingWhere: { $0 % 3 == n % 3 }, limit: chunkLimit).map { mix($0) }
    case .windowEnding: return s.window(endingWhere: { $0 % 3 == n % 3 }).flatMap { numbered($0, end: m) }
    case .windowStarting: return s.window(startingWhere: { $0 % 3 == n % 3 }).flatMap { numbered($0, end: m) }
    case .isEmpty: return s.isEmpty().map { $0 ? 1 : 0 }
    case .sum: return s.sum()
    case .windowCount: return s.window(count: n + 1).flatMap { numbered($0, end: m) }
    case .grouped: return s.grouped { $0 % (n + 1) }.flatMap { numbered($0, end: $0.key) }
    case .scanIndexed: return s.scanIndexed(m) { mix(mix($0, $1), $2) }
    case .reduceInto: return s.reduce(into: n) { $0 = mix($0, $1) }
    case .distinctOn: return s.distinctUntilChanged(comparing: { $0 % (n + 2) })
    case .uniqueOn: return s.unique(comparing: { $0 % (n + 2) })
    case .compact: return s.map { $0 % 3 == n % 3 ? nil : $0 }.compact()
    case .not: return s.map { $0 % 3 == n % 3 }.not().map { $0 ? 1 : 0 }
    case .and:
      if m % 2 == 0 { return s.map { ($0 % 2 == 0, $0 % 3 == 0) }.and().map { $0 ? 1 : 0 } }
      return s.map { divisible($0, n) }.and().map { $0 ? 1 : 0 }
    case .or:
      if m % 2 == 0 { return s.map { ($0 % 2 == 0, $0 % 3 == 0) }.or().map { $0 ? 1 : 0 } }
      return s.map { divisible($0, n) }.or().map { $0 ? 1 : 0 }
    case .partition:
      let (matching, rest) = s.partition { $0 % (n + 2) == 0 }
      return m % 2 == 0 ? matching : rest
    case .single:
      return s.single().mapFailure { failure in
        switch failure {
        case .noValue: .nothing
        case .severalValues: .several
        case .source(let failure): failure
        case .cancelled: .late
        }
      }
    case .containsWhere: return s.contains(where: { $0 % 7 == n }).map { $0 ? 1 : 0 }
    case .minBy: return s.min { $0 % 10 < $1 % 10 }
    case .maxBy: return s.max { $0 % 10 < $1 % 10 }
    case .tryMap:
      return s.tryMap { value throws(Problem) in
        if value % 5 == n { throw Problem.thrown }
        return mix(value, m)
      }
    case .timestamped:
      let start = time.now
      return s.timestamped(on: time).map { mix($0.value, ticks(start.duration(to: $0.time))) }
    case .measured: return s.measured(on: time).map { mix($0.value, ticks($0.interval)) }
    default: fatalError("\(name) is not here.")
    }
  }

  /// The limit of an operator that collects chunks.
  var chunkLimit: Int { m % 2 == 0 ? .max : m % 3 + 1 }

  private func failing(_ s: Signal<Int, Problem>, _ others: [Signal<Int, Problem>], _ time: TestScheduler)
    -> Signal<Int, Problem>
  {
    let n = n
    switch name {
    case .ignoreFailure: return s.ignoreFailure().promoteFailure(to: Problem.self)
    case .replaceFailure: return s.replaceFailure(with: n).promoteFailure(to: Problem.self)
    case .mapFailure: return s.mapFailure { _ in Problem.mapped }
    case .attempt: return s.attempt { value throws(Problem) in if value % 5 == n { throw Problem.thrown } }
    case .catch:
      let other = others[0]
      switch m % 3 {
      case 0: return s.catch(to: other)
      case 1: return s.catch { $0 == .cold ? other : .fail(.mapped) }
      // A replacement that cannot fail.
      default: return s.catch { _ in other.ignoreFailure() }.promoteFailure()
      }
    case .retry: return s.retry(n)
    case .repeat: return s.repeat(n)
    case .retryWaiting: return retryWaiting(s, time)
    // Operators without an end get a source that stops them: its last run cannot fail, or only fails.
    case .retryEndless:
      return .deferred {
        let runs = Box(0)
        return Signal.deferred { runs.up() < n ? s : s.ignoreFailure().promoteFailure() }.retry().promoteFailure()
      }
    case .repeatEndless:
      return .deferred {
        let runs = Box(0)
        return Signal.deferred { runs.up() <= n ? s : .fail(.thrown) }.repeat()
      }
    default: fatalError("\(name) is not here.")
    }
  }

  private func retryWaiting(_ s: Signal<Int, Problem>, _ time: TestScheduler) -> Signal<Int, Problem> {
    switch m % 4 {
    case 0: return s.retry(.constant(time.ticks(4 * n), limit: 2).jittered(by: 0.5) { 0.5 }, on: time)
    case 1: return s.retry(.linear(from: time.ticks(n), step: time.ticks(1), limit: 3), on: time)
    case 2:
      return s.retry(
        .exponential(from: time.ticks(1), limit: 3).capped(at: time.ticks(n + 1)).when { $0 == .cold }, on: time)
    // A stream that sends before it fails is retried forever.
    default: return s.retry(.linear(from: time.ticks(1), limit: 2).resettingOnValue(), on: time).take(6)
    }
  }
}

private func divisible(_ value: Int, _ count: Int) -> [Bool] { (0..<count).map { value % ($0 + 2) == 0 } }
