import StreamCore

/// An event and when it comes.
struct Timed {
  var point: Int
  var event: Said
}

/// The operators written a second time, plainly: each makes of the events of its upstream, as a list, its own events.
///
/// Nothing is pushed and nothing is disposed: a list is all that a stream would say, and an operator that stops listening reads no further. In
/// every list each event has a point of its own, and what an operator says because of an event happens at its point or in steps
/// inside it.
final class Model {
  let points = Points()

  /// What a subscriber to the chain gets, with the ticks.
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

  /// What a chain says that is subscribed to at a point.
  func run(_ chain: Chain, at start: Int) -> [Timed] { run(chain, chain.steps.count, start) }

  /// The same for the first steps of the chain.
  func run(_ chain: Chain, _ count: Int, _ start: Int) -> [Timed] {
    if count == 0 { return run(chain.source, start) }
    let step = chain.steps[count - 1]
    let upstream = { (start: Int) in self.run(chain, count - 1, start) }
    if step.name.rawValue < Name.ignoreFailure.rawValue {
      if step.name == .take, step.n == 0 { return [Timed(point: start, event: .completed)] }
      if step.name == .startWith { return startWith(step, upstream, start) }
      return single(step, upstream(start))
    }
    if step.name.rawValue < Name.merge.rawValue { return failing(step, upstream, start) }
    if step.name.rawValue < Name.flatMap.rawValue { return joined(step, upstream, start) }
    if step.name.rawValue < Name.delay.rawValue { return flattened(step, upstream(start)) }
    return timed(step, upstream, start)
  }

  private func run(_ input: Input, _ start: Int) -> [Timed] {
    var action = start
    var tick = -1
    var number = 0
    return input.events.map { event in
      if input.ticks != nil, event.tick != tick {
        action = points.action(after: event.tick, from: start, event.tick)
        tick = event.tick
      }
      number += 1
      return Timed(point: points.step(number, in: action), event: event.event)
    }
  }

  /// Several events at one point, in steps.
  func burst(_ values: [Int], _ end: Said?, at point: Int) -> [Timed] {
    var list: [Timed] = []
    for value in values { list.append(Timed(point: points.step(list.count, in: point), event: .next(value))) }
    if let end { list.append(Timed(point: points.step(list.count, in: point), event: end)) }
    return list
  }

  private func startWith(_ step: Chain.Step, _ upstream: (Int) -> [Timed], _ start: Int) -> [Timed] {
    burst([step.n, step.m], nil, at: start) + upstream(points.step(2, in: start))
  }

  /// Operators over one stream, which is subscribed to once and right away.
  func single(_ step: Chain.Step, _ upstream: [Timed]) -> [Timed] {
    var list: [Timed] = []
    var seen: [Int] = []
    var kept: [Int] = []
    var (n, m) = (step.n, step.m)
    var flag = false
    for timed in upstream {
      let point = timed.point
      guard case .next(let value) = timed.event else {
        if case .failed = timed.event { return list + [timed] }
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
      case .collectOverlapping:
        let first = seen.count - n
        if first >= 0, first % (m % 3 + 1) == 0 { emit(mix(Array((seen + [value])[first...]))) }
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

  /// What an operator over one stream says when that has completed.
  private func rest(_ step: Chain.Step, _ seen: [Int], _ kept: [Int]) -> [Int] {
    switch step.name {
    case .reduce: [seen.reduce(step.n, mix)]
    case .collect: [mix(seen)]
    case .collectCount: kept.isEmpty ? [] : [mix(kept)]
    case .append: [step.n, step.m]
    case .defaultIfEmpty: seen.isEmpty ? [step.n] : []
    case .takeLast: seen.suffix(step.n)
    case .last: seen.suffix(1)
    case .lastWhere: seen.filter { $0 % 3 == step.n % 3 }.suffix(1)
    case .contains: [0]
    case .allSatisfy: [1]
    case .count: [seen.count]
    case .min: seen.min().map { [$0] } ?? []
    case .max: seen.max().map { [$0] } ?? []
    case .windowCount: seen.count % (step.n + 1) == 0 ? [] : [step.m]
    case .grouped:
      seen.reduce(into: []) { keys, value in
        if !keys.contains(value % (step.n + 1)) { keys.append(value % (step.n + 1)) }
      }
    default: []
    }
  }

  /// Operators for failures, and those that subscribe again.
  private func failing(_ step: Chain.Step, _ upstream: (Int) -> [Timed], _ start: Int) -> [Timed] {
    if step.name == .repeat, step.n == 0 { return [Timed(point: start, event: .completed)] }
    var list = upstream(start)
    if step.name == .attempt, let index = list.firstIndex(where: { $0.event.value.map { $0 % 5 == step.n } ?? false }) {
      return list[..<index] + [Timed(point: list[index].point, event: .failed(.thrown))]
    }
    var left = step.n
    while let end = list.last, let completion = end.event.completion {
      switch (step.name, completion) {
      case (.ignoreFailure, .failed): return list.dropLast() + [Timed(point: end.point, event: .completed)]
      case (.replaceFailure, .failed): return list.dropLast() + burst([step.n], .completed, at: end.point)
      case (.mapFailure, .failed): return list.dropLast() + [Timed(point: end.point, event: .failed(.mapped))]
      case (.catch, .failed): return list.dropLast() + run(step.others[0], at: end.point)
      case (.retry, .failed) where left > 0: list = list.dropLast() + upstream(end.point)
      case (.repeat, .completed) where left > 1: list = list.dropLast() + upstream(end.point)
      default: return list
      }
      left -= 1
    }
    return list
  }
}
