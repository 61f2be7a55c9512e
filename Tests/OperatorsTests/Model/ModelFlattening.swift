import StreamCore

extension Model {
  /// Operators that make a stream for each value. The strategies differ only in the streams they run, and from when to
  /// when.
  func flattened(_ step: Chain.Step, _ upstream: [Timed]) -> [Timed] {
    let strategy = strategy(of: step)
    let upstream = step.name == .bind ? bound(step, upstream) : upstream
    var inners: [[Timed]] = []
    // The time until which each place is taken; `nil` is forever.
    var places: [Int?] = Array(repeating: 0, count: strategy == .flatMapTwo ? 2 : 1)
    var outer: [Timed] = []
    for timed in upstream {
      guard let value = timed.event.value else {
        outer = [timed]
        break
      }
      let arrival = points.step(0, in: timed.point)
      let inner = step.others[step.name == .ifElse ? value % 2 : value % 3]
      func end(_ list: [Timed]) -> Int? { list.last?.event == .completed ? list.last?.point : nil }
      switch strategy {
      case .flatMap: inners.append(run(inner, at: arrival))
      case .delayEach:
        let fired = run(inner, at: arrival).first
        inners.append(fired.map { burst([value], .completed, at: $0.point) } ?? [])
      case .flatMapLatest:
        if let last = inners.popLast() {
          let heard = last.filter { points.isBefore($0.point, timed.point) }
          // The stream is replaced, even if it was over already.
          let isOver = heard.last?.event.isTerminal ?? false
          inners.append(isOver ? heard : heard + [Timed(point: timed.point, event: .completed)])
        }
        inners.append(run(inner, at: arrival))
      case .flatMapFirst:
        guard let until = places[0], points.isBefore(until, timed.point) else { continue }
        let list = run(inner, at: arrival)
        places[0] = end(list)
        inners.append(list)
      default:
        // The place that is free first; queued streams keep their order.
        var free: Int?
        for (place, until) in places.enumerated() {
          guard let until else { continue }
          if free == nil || points.isBefore(until, places[free!]!) { free = place }
        }
        guard let free, let until = places[free] else { continue }
        let list = run(inner, at: points.isBefore(until, timed.point) ? arrival : points.step(0, in: until))
        places[free] = end(list)
        inners.append(list)
        continue
      }
    }
    // Streams that wait for a place forever have not completed.
    let isStuck = strategy != .flatMapFirst && inners.count < upstream.count { $0.event.value != nil }
    return merged([outer] + inners + (isStuck ? [[]] : []), subscribed: 0)
  }

  /// The strategy that the operator's name stands for.
  private func strategy(of step: Chain.Step) -> Name {
    switch step.name {
    case .bind: .flatMap
    case .flatten: [.flatMap, .flatMapTwo, .concatMap, .flatMapLatest, .flatMapFirst][step.m % 5]
    case .switchToLatest, .switchOn, .ifElse: .flatMapLatest
    default: step.name
    }
  }

  /// Returns the values for which the step is called, up to one without a stream or marked as the last.
  private func bound(_ step: Chain.Step, _ upstream: [Timed]) -> [Timed] {
    var list: [Timed] = []
    for timed in upstream {
      guard let value = timed.event.value else { return list + [timed] }
      if value % 5 == step.n { return list + [Timed(point: timed.point, event: .completed)] }
      list.append(timed)
      // The stream of the last value is subscribed to before the source counts as completed.
      if list.count > step.m { return list + [Timed(point: points.step(1, in: timed.point), event: .completed)] }
    }
    return list
  }

  /// Each value is sent when its stream first sends, unless a newer value has arrived.
  func held(_ step: Chain.Step, _ upstream: [Timed]) -> [Timed] {
    var list: [Timed] = []
    var waiting: (value: Int, until: Int?)?
    for timed in upstream {
      if let (value, until) = waiting, let until, points.isBefore(until, timed.point) {
        list.append(Timed(point: until, event: .next(value)))
        waiting = nil
      }
      switch timed.event {
      case .next(let value):
        waiting = (value, run(step.others[value % 3], at: points.step(0, in: timed.point)).first?.point)
      case .completed: return list + burst(waiting.map { [$0.value] } ?? [], .completed, at: timed.point)
      case .failed: return list + [timed]
      }
    }
    if let (value, until) = waiting, let until { list.append(Timed(point: until, event: .next(value))) }
    return list
  }

  /// A value opens a period, in which values are dropped or the latest is kept.
  func throttled(_ step: Chain.Step, _ upstream: [Timed]) -> [Timed] {
    let (isLeading, isTrailing) = (step.m % 3 == 0, step.m % 3 == 1)
    var list: [Timed] = []
    var latest: Int?
    var isInPeriod = false
    var periodEnd: Int?

    func open(_ value: Int, at point: Int) {
      isInPeriod = true
      periodEnd = run(step.others[value % 3], at: points.step(0, in: point)).first?.point
    }
    func emit(_ value: Int, at point: Int) {
      list.append(Timed(point: points.step(1, in: point), event: .next(value)))
    }
    func endPeriods(before point: Int?) {
      while isInPeriod, let end = periodEnd, point.map({ points.isBefore(end, $0) }) ?? true {
        isInPeriod = false
        guard let value = latest else { return }
        latest = nil
        open(value, at: end)
        emit(value, at: end)
      }
    }

    for timed in upstream {
      endPeriods(before: timed.point)
      switch timed.event {
      case .next(let value):
        if isInPeriod {
          if !isLeading { latest = value }
          continue
        }
        open(value, at: timed.point)
        if isTrailing { latest = value } else { emit(value, at: timed.point) }
      case .completed: return list + burst(latest.map { [$0] } ?? [], .completed, at: timed.point)
      case .failed: return list + [timed]
      }
    }
    endPeriods(before: nil)
    return list
  }

  /// Each value, and the subscription, makes the stream that limits the time until the next event.
  func limited(_ step: Chain.Step, _ upstream: (Int) -> [Timed], _ start: Int) -> [Timed] {
    func limit(_ value: Int, from point: Int) -> Int? { run(step.others[value % 3], at: point).first?.point }
    var list: [Timed] = []
    var due = limit(step.n, from: points.step(0, in: start))
    for timed in upstream(points.step(1, in: start)) {
      if let due, points.isBefore(due, timed.point) { break }
      list.append(Timed(point: points.step(0, in: timed.point), event: timed.event))
      guard let value = timed.event.value else { return list }
      due = limit(value, from: points.step(1, in: timed.point))
    }
    return list + (due.map { [Timed(point: $0, event: .failed(.late))] } ?? [])
  }
}
