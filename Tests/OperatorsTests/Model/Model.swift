import StreamCore

/// An event and its time.
struct Timed {
  var point: Int
  var event: Said
}

/// A second, plain implementation of the operators: each maps the list of its upstream's events to a list of events.
///
/// There is no pushing and no disposal: a list has all events that a stream could send, and an operator that disposes
/// its upstream reads no further. In every list each event has its own point. An event caused by another has the same
/// point, or a step inside it.
final class Model {
  let points = Points()

  /// Returns the events that a subscriber to the chain receives, with their ticks.
  func timeline(_ chain: Chain) -> [(tick: Int, event: Said)] {
    let start = points.restart()
    let leaving = chain.left.map { points.action(after: $0, from: start, -1) }
    var timeline: [(tick: Int, event: Said)] = []
    for timed in run(chain, at: points.step(0, in: start)) {
      if let leaving, points.isBefore(leaving, timed.point) { break }
      timeline.append((points.time(timed.point), timed.event))
    }
    return timeline
  }

  /// Returns the events of a chain that is subscribed to at a point.
  func run(_ chain: Chain, at start: Int) -> [Timed] { run(chain, chain.steps.count, start) }

  /// The same for the first `count` steps of the chain.
  func run(_ chain: Chain, _ count: Int, _ start: Int) -> [Timed] {
    if count == 0 { return run(chain.source, start) }
    let step = chain.steps[count - 1]
    let upstream = { (start: Int) in self.run(chain, count - 1, start) }
    switch step.name.kind {
    case .one:
      if step.name == .take, step.n == 0 { return [Timed(point: start, event: .completed)] }
      if step.name == .startWith { return startWith(step, upstream, start) }
      return single(step, upstream(start), subscribed: points.time(start))
    case .failing: return failing(step, upstream, start)
    case .several: return joined(step, upstream, start)
    case .each:
      switch step.name {
      case .debounceUntil: return held(step, upstream(start))
      case .throttleUntil: return throttled(step, upstream(start))
      case .timeoutUntil: return limited(step, upstream, start)
      default: return flattened(step, upstream(start))
      }
    case .time:
      guard step.name == .sampleEvery else { return timed(step, upstream, start) }
      return timed(Chain.Step(name: .takeFor, n: Model.longest), { self.timed(step, upstream, $0) }, start)
    case .aside: return aside(step, upstream, start)
    }
  }

  private func run(_ input: Input, _ start: Int) -> [Timed] {
    var action = start
    var tick = -1
    var number = 0
    if case .interval(let length) = input.beat { return beats(input, length, start) }
    return input.events.map { event in
      if input.ticks != nil, event.tick != tick {
        action = points.action(after: event.tick, from: start, event.tick)
        tick = event.tick
      }
      number += 1
      return Timed(point: points.step(number, in: action), event: event.event)
    }
  }

  /// Each beat schedules the next after its value has been delivered.
  private func beats(_ input: Input, _ length: Int, _ start: Int) -> [Timed] {
    var action = points.action(after: length, from: start)
    var list: [Timed] = []
    for value in input.values {
      list.append(Timed(point: points.step(0, in: action), event: .next(value)))
      if value == input.values.last { list.append(Timed(point: points.step(1, in: action), event: .completed)) }
      action = points.action(after: length, from: points.step(2, in: action))
    }
    return list
  }

  /// Returns several events at one point, in steps.
  func burst(_ values: [Int], _ end: Said?, at point: Int) -> [Timed] {
    var list: [Timed] = []
    for value in values { list.append(Timed(point: points.step(list.count, in: point), event: .next(value))) }
    if let end { list.append(Timed(point: points.step(list.count, in: point), event: end)) }
    return list
  }

  private func startWith(_ step: Chain.Step, _ upstream: (Int) -> [Timed], _ start: Int) -> [Timed] {
    burst([step.n, step.m], nil, at: start) + upstream(points.step(2, in: start))
  }

  /// Operators over one stream, which is subscribed to once and immediately.
  func single(_ step: Chain.Step, _ upstream: [Timed], subscribed: Int) -> [Timed] {
    var list: [Timed] = []
    var seen: [Int] = []
    var kept: [Int] = []
    var (n, m) = (step.n, step.m)
    var flag = false
    for timed in upstream {
      let point = timed.point
      guard case .next(let value) = timed.event else {
        if case .failed = timed.event { return list + [timed] }
        if step.name == .single, seen.isEmpty { return list + [Timed(point: point, event: .failed(.nothing))] }
        return list + burst(rest(step, seen, kept), .completed, at: point)
      }
      func emit(_ value: Int) { list.append(Timed(point: point, event: .next(value))) }
      func finish(_ values: [Int] = []) -> [Timed] { list + burst(values, .completed, at: point) }
      switch step.name {
      case .map: emit(mix(value, n))
      case .mapTo: emit(n)
      case .filter: if value % 3 != n % 3 { emit(value) }
      case .compactMap: if value % 2 == n % 2 { emit(value + 1) }
      case .ignore: if value != n { emit(value) }
      case .scan, .scanInto:
        m = mix(m, value)
        emit(m)
      case .collectCount:
        kept.append(value)
        if kept.count == n + 1 {
          emit(mix(kept))
          kept = []
        }
      case .combinePrevious: emit(mix(seen.last ?? n, value))
      case .pairwise: if let previous = seen.last { emit(mix(previous, value)) }
      case .enumerated: emit(mix(seen.count, value))
      case .intersperse: list += burst(seen.isEmpty ? [value] : [n, value], nil, at: point)
      case .distinct: if seen.last != value { emit(value) }
      case .distinctBy:
        if kept.isEmpty || abs(kept[0] - value) > n {
          kept = [value]
          emit(value)
        }
      case .unique: if !seen.contains(value) { emit(value) }
      case .take:
        if seen.count == n - 1 { return finish([value]) }
        emit(value)
      case .takeWhile, .takeUntilFirst:
        if value % 5 == n { return finish() }
        emit(value)
      case .skip: if seen.count >= n { emit(value) }
      case .skipWhile, .skipUntilFirst:
        if value % 3 == n % 3 { flag = true }
        if flag { emit(value) }
      case .skipLast: if seen.count >= n { emit((seen + [value])[seen.count - n]) }
      case .elementAt: if seen.count == n { return finish([value]) }
      case .first: return finish([value])
      case .firstWhere: if value % 3 == n % 3 { return finish([value]) }
      case .contains: if value == n { return finish([1]) }
      case .allSatisfy: if value % 5 == n { return finish([0]) }
      case .append, .defaultIfEmpty, .materialized: emit(value)
      case .scanIndexed:
        m = mix(mix(m, value), seen.count)
        emit(m)
      case .distinctOn: if seen.isEmpty || seen.last! % (n + 2) != value % (n + 2) { emit(value) }
      case .uniqueOn: if !seen.contains(where: { $0 % (n + 2) == value % (n + 2) }) { emit(value) }
      case .compact: if value % 3 != n % 3 { emit(value) }
      case .not: emit(value % 3 == n % 3 ? 0 : 1)
      case .and, .or:
        let parts = m % 2 == 0 ? [2, 3] : Array(2..<(n + 2))
        let count = parts.count { value % $0 == 0 }
        emit((step.name == .and ? count == parts.count : count > 0) ? 1 : 0)
      case .partition: if (value % (n + 2) == 0) == (m % 2 == 0) { emit(value) }
      case .single: if !seen.isEmpty { return list + [Timed(point: point, event: .failed(.several))] }
      case .containsWhere: if value % 7 == n { return finish([1]) }
      case .tryMap:
        if value % 5 == n { return list + [Timed(point: point, event: .failed(.thrown))] }
        emit(mix(value, m))
      case .timestamped: emit(mix(value, points.time(point)))
      case .measured:
        emit(mix(value, points.time(point) - (kept.last ?? subscribed)))
        kept = [points.time(point)]
      case .collectOverlapping:
        let first = seen.count - n
        if first >= 0, first % (m % 3 + 1) == 0 { emit(mix(Array((seen + [value])[first...]))) }
      case .chunkedBy, .chunkedOn, .chunkedWhile, .chunkedEnding, .chunkedStarting:
        let isMarked = value % 3 == n % 3
        let isCut =
          switch step.name {
          case .chunkedBy: kept.last.map { ($0 + n) % 3 != value % 3 } ?? false
          case .chunkedOn: kept.last.map { $0 % (n + 2) != value % (n + 2) } ?? false
          case .chunkedEnding: false
          default: isMarked
          }
        if isCut, !kept.isEmpty {
          emit(chunk(step, kept))
          kept = []
        }
        if step.name == .chunkedWhile, isMarked { break }
        kept.append(value)
        if kept.count == step.chunkLimit || step.name == .chunkedEnding && isMarked {
          emit(chunk(step, kept))
          kept = []
        }
      case .windowEnding:
        let isLast = value % 3 == n % 3
        list += burst([mix(kept.count, value)] + (isLast ? [m] : []), nil, at: point)
        kept = isLast ? [] : kept + [value]
      case .windowStarting:
        let isCut = value % 3 == n % 3 && !kept.isEmpty
        if isCut { kept = [] }
        list += burst((isCut ? [m] : []) + [mix(kept.count, value)], nil, at: point)
        kept.append(value)
      case .isEmpty: return finish([0])
      case .windowCount:
        let number = seen.count % (n + 1)
        list += burst(number == n ? [mix(number, value), m] : [mix(number, value)], nil, at: point)
      case .grouped: emit(mix(seen.count { $0 % (n + 1) == value % (n + 1) }, value))
      default: break
      }
      seen.append(value)
    }
    return list
  }

  /// Returns the digest of an array that an operator sends.
  private func chunk(_ step: Chain.Step, _ values: [Int]) -> Int {
    step.name == .chunkedOn ? mix(values[0] % (step.n + 2), mix(values)) : mix(values)
  }

  /// Returns the values that an operator over one stream sends at completion.
  private func rest(_ step: Chain.Step, _ seen: [Int], _ kept: [Int]) -> [Int] {
    switch step.name {
    case .reduce, .reduceInto: [seen.reduce(step.n, mix)]
    case .collect: [mix(seen)]
    case .collectCount: kept.isEmpty ? [] : [mix(kept)]
    case .chunkedBy, .chunkedOn, .chunkedWhile, .chunkedEnding, .chunkedStarting:
      kept.isEmpty ? [] : [chunk(step, kept)]
    case .windowEnding, .windowStarting: kept.isEmpty ? [] : [step.m]
    case .isEmpty: [1]
    case .sum: [seen.reduce(0, +)]
    case .append: [step.n, step.m]
    case .defaultIfEmpty: seen.isEmpty ? [step.n] : []
    case .takeLast: seen.suffix(step.n)
    case .last: seen.suffix(1)
    case .lastWhere: seen.filter { $0 % 3 == step.n % 3 }.suffix(1)
    case .single: seen
    case .contains, .containsWhere: [0]
    case .allSatisfy: [1]
    case .count: [seen.count]
    case .min: seen.min().map { [$0] } ?? []
    case .max: seen.max().map { [$0] } ?? []
    // Of equal values the first.
    case .minBy: seen.filter { value in !seen.contains { $0 % 10 < value % 10 } }.prefix(1) + []
    case .maxBy: seen.filter { value in !seen.contains { $0 % 10 > value % 10 } }.prefix(1) + []
    case .windowCount: seen.count % (step.n + 1) == 0 ? [] : [step.m]
    case .grouped:
      seen.reduce(into: []) { keys, value in
        if !keys.contains(value % (step.n + 1)) { keys.append(value % (step.n + 1)) }
      }
    default: []
    }
  }

  /// Operators that handle failures or subscribe again.
  private func failing(_ step: Chain.Step, _ upstream: (Int) -> [Timed], _ start: Int) -> [Timed] {
    if step.name == .repeat, step.n == 0 { return [Timed(point: start, event: .completed)] }
    var list = upstream(start)
    if step.name == .attempt, let index = list.firstIndex(where: { $0.event.value.map { $0 % 5 == step.n } ?? false }) {
      return list[..<index] + [Timed(point: list[index].point, event: .failed(.thrown))]
    }
    if step.name == .retryWaiting { return retrying(step, upstream, start) }
    var left = step.name == .repeatEndless ? step.n + 2 : step.n
    while let end = list.last, let completion = end.event.completion {
      switch (step.name, completion) {
      case (.ignoreFailure, .failed): return list.dropLast() + [Timed(point: end.point, event: .completed)]
      case (.replaceFailure, .failed): return list.dropLast() + burst([step.n], .completed, at: end.point)
      case (.mapFailure, .failed): return list.dropLast() + [Timed(point: end.point, event: .failed(.mapped))]
      case (.catch, .failed(let problem)):
        if step.m % 3 == 1, problem != .cold {
          return list.dropLast() + [Timed(point: end.point, event: .failed(.mapped))]
        }
        let next = run(step.others[0], at: end.point)
        guard step.m % 3 == 2, let last = next.last, last.event.isTerminal else { return list.dropLast() + next }
        return list.dropLast() + next.dropLast() + [Timed(point: last.point, event: .completed)]
      case (.retry, .failed) where left > 0, (.retryEndless, .failed) where left > 0:
        list = list.dropLast() + upstream(end.point)
      case (.retryEndless, .failed): return list.dropLast() + [Timed(point: end.point, event: .completed)]
      case (.repeat, .completed) where left > 1, (.repeatEndless, .completed) where left > 2:
        list = list.dropLast() + upstream(end.point)
      case (.repeatEndless, .completed): return list.dropLast() + [Timed(point: end.point, event: .failed(.thrown))]
      default: return list
      }
      left -= 1
    }
    return list
  }

  /// Another run after each failure that the policy retries, after the policy's delay.
  private func retrying(_ step: Chain.Step, _ upstream: (Int) -> [Timed], _ start: Int) -> [Timed] {
    let (n, kind) = (step.n, step.m % 4)
    var list: [Timed] = []
    var failures = 0
    var start = start
    while true {
      let run = upstream(start)
      list += run.filter { $0.event.value != nil }
      if kind == 3, list.count > 5 {
        return list[..<6] + [Timed(point: points.step(0, in: list[5].point), event: .completed)]
      }
      guard let end = run.last, end.event.isTerminal else { return list }
      if kind == 3, run.count > 1 { failures = 0 }
      failures += 1
      guard case .failed(let problem) = end.event, failures <= [2, 3, 3, 2][kind], kind != 2 || problem == .cold else {
        return list + [end]
      }
      let doubled = [1, 2, 4][failures - 1]
      // The first delay is 4 n, shortened by half of its half.
      let wait = [3 * n, n + failures - 1, Swift.min(doubled, n + 1), failures][kind]
      start = wait > 0 ? points.step(0, in: points.action(after: wait, from: points.step(0, in: end.point))) : end.point
    }
  }
}
