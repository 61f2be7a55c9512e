import Operators
import StreamTesting

extension Chain {
  /// The chain as a stream of Rill.
  func signal(on time: TestScheduler, _ open: Open) -> Signal<Int, Problem> {
    var signal = source.signal(on: time, open)
    for step in steps {
      let others = step.others.map { $0.signal(on: time, open) }
      signal = step.applied(to: signal, others, time)
    }
    return signal
  }
}

extension Input {
  /// One action for each tick at which something is said.
  func signal(on time: TestScheduler, _ open: Open) -> Signal<Int, Problem> {
    let events = events
    guard ticks != nil else {
      return Signal(attaching: { sink, subscription in
        open.enter(subscription, sink)
        for (_, event) in events where subscription.isActive { sink.send(event) }
      })
    }
    var groups: [(tick: Int, events: [Said])] = []
    for (tick, event) in events {
      if groups.last?.tick != tick { groups.append((tick, [])) }
      groups[groups.count - 1].events.append(event)
    }
    return Signal(attaching: { [groups] sink, subscription in
      open.enter(subscription, sink)
      for (tick, events) in groups {
        time.schedule(after: time.ticks(tick)) {
          for event in events where subscription.isActive { sink.send(event) }
        }
      }
    })
  }
}

extension Chain.Step {
  func applied(to s: Signal<Int, Problem>, _ others: [Signal<Int, Problem>], _ time: TestScheduler)
    -> Signal<Int, Problem>
  {
    let (n, m) = (n, m)
    if name.rawValue >= Name.merge.rawValue { return joining(s, others, time) }
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
    case .windowCount: return s.window(count: n + 1).flatMap { numbered($0, end: m) }
    case .grouped: return s.grouped { $0 % (n + 1) }.flatMap { numbered($0, end: $0.key) }
    case .ignoreFailure: return s.ignoreFailure().promoteFailure(to: Problem.self)
    case .replaceFailure: return s.replaceFailure(with: n).promoteFailure(to: Problem.self)
    case .mapFailure: return s.mapFailure { _ in Problem.mapped }
    case .attempt: return s.attempt { value throws(Problem) in if value % 5 == n { throw Problem.thrown } }
    case .catch: return s.catch(to: others[0])
    case .retry: return s.retry(n)
    case .repeat: return s.repeat(n)
    default: fatalError("\(name) is not here.")
    }
  }

  private func joining(_ s: Signal<Int, Problem>, _ others: [Signal<Int, Problem>], _ time: TestScheduler)
    -> Signal<Int, Problem>
  {
    let duration = time.ticks(n)
    let choose: @Sendable (Int) -> Signal<Int, Problem> = { others[$0 % 3] }
    switch name {
    case .merge: return s.merge(others[0])
    case .concat: return s.concat(others[0])
    // Two are the core's, three have a driver of their own.
    case .zip:
      return m % 2 == 0
        ? zip(s, others[0], others[0]) { mix(mix($0, $1), $2) } : s.zip(others[0]).map { mix($0.0, $0.1) }
    case .combineLatest: return combineLatest(s, others[0]) { mix($0, $1) }
    case .withLatest: return s.withLatest(from: others[0]) { mix($0, $1) }
    case .sample: return s.sample(on: others[0])
    case .takeUntil: return s.take(until: others[0])
    case .skipUntil: return s.skip(until: others[0])
    case .race: return race(s, others[0])
    case .switchIfEmpty: return s.switchIfEmpty(to: others[0])
    case .paused: return s.paused(by: pauser(others[0]))
    case .pausedBuffering:
      let policies: [BufferPolicy<Int>] = [
        .unbounded, .newest(n + 1), .oldest(n + 1), .coalescing { mix($0, $1) }, .suspending(n + 1),
      ]
      return s.paused(by: pauser(others[0]), buffering: policies[m % 5])
    case .takeUntilReplacement: return s.take(untilReplacement: others[0])
    case .flatMap: return s.flatMap(choose)
    case .flatMapTwo: return s.flatMap(.merge(maxConcurrent: 2), choose)
    case .concatMap: return s.concatMap(choose)
    case .flatMapLatest: return s.flatMapLatest(choose)
    case .flatMapFirst: return s.flatMapFirst(choose)
    case .delay: return s.delay(for: duration, on: time)
    case .debounce: return s.debounce(for: duration, on: time)
    case .throttle:
      let edges: [ThrottleEdge] = [.leading, .trailing, .both]
      return s.throttle(for: time.ticks(n + 1), edge: edges[m % 3], on: time)
    case .timeout:
      let scopes: [TimeoutScope] = [.end, .firstValue, .nextValue]
      return s.timeout(after: duration, of: scopes[m % 3], on: time, failure: Problem.late)
    case .collectFor: return s.collect(for: duration, limit: m % 3 + 1, on: time).map { mix($0) }
    case .takeFor: return s.take(for: duration, on: time)
    case .skipFor: return s.skip(for: duration, on: time)
    case .windowFor:
      return s.window(for: duration, limit: m % 3 + 1, on: time).flatMap { numbered($0, end: m) }
    default: fatalError("\(name) is not here.")
    }
  }
}

/// The values of a window or a group with their numbers in it, and something at its end.
private func numbered(_ stream: some StreamProtocol<Int, Problem>, end: Int) -> Signal<Int, Problem> {
  stream.enumerated().map { mix($0.offset, $0.element) }.append(end)
}

/// Even values begin a pause, odd ones end it.
private func pauser(_ stream: Signal<Int, Problem>) -> Signal<Bool, Never> {
  stream.map { $0 % 2 == 0 }.ignoreFailure()
}

/// How many runs of sources have not been torn down.
final class Open: Sendable {
  /// Guard: one thread plays a chain.
  nonisolated(unsafe) private(set) var count = 0

  /// Keeps the sink as well: a source that has no more to say is silent, and not gone (then windows and groups would complete).
  func enter(_ subscription: Subscription, _ sink: Sink<Int, Problem>) {
    count += 1
    subscription.add { withExtendedLifetime(sink) { self.count -= 1 } }
  }
}

/// Plays chains on one scheduler and writes down what they say.
final class Player {
  private let time = TestScheduler()
  /// What to make of the steps of the chain itself, for a test of the test.
  private let change: (Chain.Step) -> Chain.Step

  init(changing change: @escaping (Chain.Step) -> Chain.Step = { $0 }) { self.change = change }

  /// Every event that reaches the subscriber, with its tick; those that should not, since the stream has ended, too.
  ///
  /// When the chain has ended or was left, all its sources must have been torn down; one that was not is noted as a value of -1, and
  /// a chain that goes on and on as -2.
  func timeline(_ chain: Chain) -> [(tick: Int, event: Said)] {
    var chain = chain
    chain.steps = chain.steps.map(change)
    let open = Open()
    let notes = Notes<(tick: Int, event: Said)>()
    let time = time
    let start = ticks(time.now)
    let note: @Sendable (Said) -> Void = { notes.add((ticks(time.now) - start, $0)) }
    let subscription = Subscription()
    let sink = Sink<Int, Problem>(
      next: { note(.next($0)) },
      end: { completion in
        note(Event(completion))
        subscription.dispose()
        if open.count != 0 { note(.next(-1)) }
      })
    if let tick = chain.left { time.schedule(after: time.ticks(tick)) { subscription.dispose() } }
    chain.signal(on: time, open).attach(sink, to: subscription)
    // None of these goes on for ever; an operator that does would hang the test.
    var actions = 0
    while actions < 10_000, time.step() { actions += 1 }
    if actions == 10_000 { note(.next(-2)) }
    subscription.dispose()
    if open.count != 0 { note(.next(-1)) }
    return notes.all
  }
}

private func ticks(_ instant: TestScheduler.Instant) -> Int {
  let (seconds, attoseconds) = instant.offset.components
  return Int(seconds) * 100 + Int(attoseconds / 10_000_000_000_000_000)
}

/// Events as a marble string.
func marbles(_ events: [(tick: Int, event: Said)]) -> String {
  let time = TestScheduler()
  let recorder = Recorder(
    Signal<Int, Problem>(attaching: { sink, _ in
      for (tick, event) in events { time.schedule(after: time.ticks(tick)) { sink.send(event) } }
    }), on: time)
  time.run()
  return recorder.marbles
}
