import StreamCore

/// An event and the number of its stream.
private struct Heard {
  var from: Int
  var timed: Timed
}

extension Model {
  /// Returns the events of several streams in the order of their points.
  private func interleaved(_ lists: [[Timed]]) -> [Heard] {
    var all: [Heard] = []
    for (number, list) in lists.enumerated() {
      var merged: [Heard] = []
      merged.reserveCapacity(all.count + list.count)
      var index = 0
      for timed in list {
        while index < all.count, points.isBefore(all[index].timed.point, timed.point) {
          merged.append(all[index])
          index += 1
        }
        merged.append(Heard(from: number, timed: timed))
      }
      merged += all[index...]
      all = merged
    }
    return all
  }

  /// Operators over two streams. The trigger, if there is one, is subscribed to first.
  func joined(_ step: Chain.Step, _ upstream: (Int) -> [Timed], _ start: Int) -> [Timed] {
    let other = step.others[0]
    let (first, second) = (points.step(0, in: start), points.step(1, in: start))
    switch step.name {
    case .concat:
      let list = upstream(start)
      guard let end = list.last, case .completed = end.event else { return list }
      return list.dropLast() + run(other, at: end.point)
    case .switchIfEmpty:
      let list = upstream(start)
      return list.first?.event == .completed ? run(other, at: list[0].point) : list
    case .merge: return merged([upstream(first), run(other, at: second)], subscribed: points.step(2, in: start))
    case .then:
      let list = upstream(start)
      guard let end = list.last else { return [] }
      if end.event == .completed { return run(other, at: end.point) }
      return end.event.isTerminal ? [end] : []
    case .delaySubscriptionFirst: return run(other, at: start).first.map { upstream($0.point) } ?? []
    case .mergeDelayingFailures: return delayingFailures([upstream(first), run(other, at: second)], start)
    case .mergeSorted, .zipLongest: return aligned(step, interleaved([upstream(first), run(other, at: second)]))
    case .elementsEqual: return compared(interleaved([upstream(first), run(other, at: second)]))
    case .zip: return zipped(interleaved([upstream(first), run(other, at: second)]), 2)
    case .combineLatest: return combined(interleaved([upstream(first), run(other, at: second)]), 2)
    case .mergeMany, .concatMany, .raceMany, .zipMany, .combineMany: return many(step, upstream, start)
    case .race:
      let (one, two) = (upstream(first), run(other, at: second))
      guard let a = one.first else { return two }
      guard let b = two.first else { return one }
      return points.isBefore(a.point, b.point) ? one : two
    default:
      let side = run(other, at: first)
      if [.paused, .pausedBuffering].contains(step.name) {
        return paused(step, interleaved([side, upstream(second)]))
      }
      return triggered(step, interleaved([side, upstream(second)]))
    }
  }

  /// Returns the stream and the two others in turn, each with different values.
  private func many(_ step: Chain.Step, _ upstream: (Int) -> [Timed], _ start: Int) -> [Timed] {
    func lane(_ number: Int, at start: Int) -> [Timed] {
      if number == 0 { return upstream(start) }
      return run(step.others[number % 2], at: start).map { timed in
        Timed(point: timed.point, event: timed.event.map { mix($0, number) })
      }
    }
    if step.name == .concatMany {
      var list: [Timed] = []
      var start = start
      for number in 0..<step.width {
        let next = lane(number, at: start)
        list += number == step.width - 1 || next.last?.event != .completed ? next : next.dropLast()
        guard let end = next.last, end.event == .completed else { break }
        start = end.point
      }
      return list
    }
    let lists = (0..<step.width).map { lane($0, at: points.step($0, in: start)) }
    switch step.name {
    case .mergeMany: return merged(lists, subscribed: points.step(step.width, in: start))
    case .raceMany: return interleaved(lists).first.map { lists[$0.from] } ?? []
    case .zipMany: return zipped(interleaved(lists), lists.count)
    default: return combined(interleaved(lists), lists.count)
    }
  }

  /// Combines the values of several streams as `signal(on:_:)` does for two or for many.
  private func together(_ values: [Int]) -> Int { values.count == 2 ? mix(values[0], values[1]) : mix(values) }

  /// Merges all streams, to the end of the last or to the first failure.
  func merged(_ lists: [[Timed]], subscribed: Int) -> [Timed] {
    var list: [Timed] = []
    var live = lists.count
    for heard in interleaved(lists) {
      switch heard.timed.event {
      case .next: list.append(heard.timed)
      case .failed: return list + [heard.timed]
      case .completed:
        live -= 1
        let point = points.later(heard.timed.point, subscribed)
        if live == 0 { return list + [Timed(point: point, event: .completed)] }
      }
    }
    return list
  }

  /// Merges all streams as if they completed, and fails at the end with the first failure.
  private func delayingFailures(_ lists: [[Timed]], _ start: Int) -> [Timed] {
    func isFailure(_ event: Said) -> Bool { event.isTerminal && event != .completed }
    let failure = interleaved(lists).first { isFailure($0.timed.event) }?.timed.event
    let tamed = lists.map { $0.map { isFailure($0.event) ? Timed(point: $0.point, event: .completed) : $0 } }
    var list = merged(tamed, subscribed: points.step(lists.count, in: start))
    if let failure, let end = list.popLast() {
      list.append(end.event == .completed ? Timed(point: end.point, event: failure) : end)
    }
    return list
  }

  /// Waits until each of two streams has a value or has ended, and sends the smaller value, or both.
  private func aligned(_ step: Chain.Step, _ events: [Heard]) -> [Timed] {
    var list: [Timed] = []
    var waiting: [[Int]] = [[], []]
    var hasEnded = [false, false]
    for heard in events {
      switch heard.timed.event {
      case .failed: return list + [heard.timed]
      case .next(let value): waiting[heard.from].append(value)
      case .completed: hasEnded[heard.from] = true
      }
      var values: [Int] = []
      while zip(waiting, hasEnded).allSatisfy({ !$0.isEmpty || $1 }), waiting != [[], []] {
        let heads = waiting.map(\.first)
        if step.name == .zipLongest {
          values.append(mix(heads[0] ?? step.n, heads[1] ?? step.m))
          waiting = waiting.map { Array($0.dropFirst()) }
        } else {
          let lane = (heads[1] ?? .max) < (heads[0] ?? .max) ? 1 : 0
          values.append(waiting[lane].removeFirst())
        }
      }
      let isOver = hasEnded == [true, true] && waiting == [[], []]
      list += burst(values, isOver ? .completed : nil, at: heard.timed.point)
      if isOver { return list }
    }
    return list
  }

  /// Compares the values of two streams in pairs: 1 if all are equal, 0 at the first difference.
  private func compared(_ events: [Heard]) -> [Timed] {
    var waiting: [[Int]] = [[], []]
    var hasEnded = [false, false]
    for heard in events {
      switch heard.timed.event {
      case .failed: return [heard.timed]
      case .next(let value): waiting[heard.from].append(value)
      case .completed: hasEnded[heard.from] = true
      }
      let count = Swift.min(waiting[0].count, waiting[1].count)
      let hasSurplus = (0..<2).contains { hasEnded[$0] && waiting[1 - $0].count > waiting[$0].count }
      if hasSurplus || waiting[0].prefix(count) != waiting[1].prefix(count) {
        return burst([0], .completed, at: heard.timed.point)
      }
      if hasEnded == [true, true] { return burst([1], .completed, at: heard.timed.point) }
    }
    return []
  }

  private func zipped(_ events: [Heard], _ lanes: Int) -> [Timed] {
    var list: [Timed] = []
    var waiting: [[Int]] = Array(repeating: [], count: lanes)
    var hasEnded = Array(repeating: false, count: lanes)
    for heard in events {
      switch heard.timed.event {
      case .failed: return list + [heard.timed]
      case .next(let value): waiting[heard.from].append(value)
      case .completed: hasEnded[heard.from] = true
      }
      var whole: [Int] = []
      if waiting.allSatisfy({ !$0.isEmpty }) {
        whole = [together(waiting.map { $0[0] })]
        for lane in waiting.indices { waiting[lane].removeFirst() }
      }
      let isOver = waiting.indices.contains { hasEnded[$0] && waiting[$0].isEmpty }
      list += burst(whole, isOver ? .completed : nil, at: heard.timed.point)
      if isOver { return list }
    }
    return list
  }

  private func combined(_ events: [Heard], _ lanes: Int) -> [Timed] {
    var list: [Timed] = []
    var latest: [Int?] = Array(repeating: nil, count: lanes)
    var live = lanes
    for heard in events {
      switch heard.timed.event {
      case .failed: return list + [heard.timed]
      case .completed:
        live -= 1
        if live == 0 { return list + [heard.timed] }
      case .next(let value):
        latest[heard.from] = value
        let values = latest.compactMap(\.self)
        if values.count == lanes { list.append(Timed(point: heard.timed.point, event: .next(together(values)))) }
      }
    }
    return list
  }

  /// Operators in which stream 0 controls stream 1.
  private func triggered(_ step: Chain.Step, _ events: [Heard]) -> [Timed] {
    var list: [Timed] = []
    var latest: Int?
    var collected: [Int] = []
    var hasFired = false
    for heard in events {
      let isTrigger = heard.from == 0
      let (timed, point) = (heard.timed, heard.timed.point)
      let completed = list + [Timed(point: point, event: .completed)]
      switch (step.name, timed.event, isTrigger) {
      case (.skipUntil, _, true) where hasFired: break
      case (.takeUntilReplacement, _, false) where hasFired: break
      case (.collectBy, .next, true):
        list.append(Timed(point: point, event: .next(mix(collected))))
        collected = []
      // The trigger's failure counts as completion.
      case (.collectBy, _, true): break
      case (.collectBy, .next(let value), false): collected.append(value)
      case (.collectBy, .completed, false):
        return list + burst(collected.isEmpty ? [] : [mix(collected)], .completed, at: point)

      case (_, .failed, _): return list + [timed]

      case (.takeUntil, .next, false): list.append(timed)
      case (.takeUntil, _, _): return completed

      case (.skipUntil, _, true): hasFired = true
      case (.skipUntil, .next, false): if hasFired { list.append(timed) }
      case (.skipUntil, .completed, false): return completed

      case (.withLatest, .next(let value), true): latest = value
      case (.withLatest, .next(let value), false):
        if let latest { list.append(Timed(point: point, event: .next(mix(value, latest)))) }
      case (.withLatest, .completed, false): return completed

      case (.sample, .next, true): if let latest { list.append(Timed(point: point, event: .next(latest))) }
      case (.sample, .next(let value), false): latest = value
      case (.sample, .completed, _): return completed

      case (.takeUntilReplacement, .next, let isReplacement):
        if isReplacement { hasFired = true }
        list.append(timed)
      case (.takeUntilReplacement, .completed, true): return completed
      default: break
      }
    }
    return list
  }

  /// Stream 0 begins and ends pauses. Its failure counts as completion.
  private func paused(_ step: Chain.Step, _ events: [Heard]) -> [Timed] {
    var list: [Timed] = []
    var waiting: [Int] = []
    var room = [.max, step.n + 1, step.n + 1, 1, .max][step.m % 5]
    if step.name == .paused { room = 0 }
    var isPaused = false
    var hasEnded = false
    for heard in events {
      let point = heard.timed.point
      switch (heard.timed.event, heard.from == 0) {
      case (.next(let value), true):
        isPaused = value % 2 == 0
        guard !isPaused else { continue }
        list += burst(waiting, hasEnded ? .completed : nil, at: point)
        if hasEnded { return list }
        waiting = []
      case (_, true):
        if hasEnded { return list + [Timed(point: point, event: .completed)] }
        (waiting, room) = ([], 0)
      case (.next(let value), false):
        if !isPaused {
          list.append(heard.timed)
        } else if waiting.count < room {
          waiting.append(value)
        } else if step.m % 5 == 1, room > 0 {
          waiting = waiting.dropFirst() + [value]
        } else if step.m % 5 == 3, room > 0 {
          waiting = [mix(waiting[0], value)]
        }
      case (.failed, false): return list + [heard.timed]
      case (.completed, false):
        if waiting.isEmpty { return list + [heard.timed] }
        hasEnded = true
      }
    }
    return list
  }
}

extension Array {
  func count(where isCounted: (Element) -> Bool) -> Int {
    var count = 0
    for element in self where isCounted(element) { count += 1 }
    return count
  }
}
