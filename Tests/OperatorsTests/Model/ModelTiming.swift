import StreamCore

extension Model {
  /// The maximum number of ticks of a chain with an endless timer.
  static let longest = 30

  /// Operators over one stream with one timer. The timer is set before an event at the same point is sent.
  func timed(_ step: Chain.Step, _ upstream: (Int) -> [Timed], _ start: Int) -> [Timed] {
    var list: [Timed] = []
    var alarm: Int?
    /// Pending values with their due times.
    var waiting: [(value: Int?, due: Int)] = []
    var due = points.time(start) + step.n
    /// Whether a period is open, or the duration is over.
    var flag = false

    /// For a rate: the time at which all tokens will be back, and that of the next value.
    var fullAt = points.time(start)
    var allowed: Int { fullAt - (step.m % 3) * (step.n + 1) }

    func set(_ delay: Int, at point: Int) { alarm = points.action(after: delay, from: points.step(0, in: point)) }
    func emit(_ values: [Int], _ end: Said? = nil, at point: Int) {
      list += burst(values, end, at: points.step(1, in: point))
    }

    /// Removes and returns the values that are older than the duration.
    func takeOld(at point: Int) -> [Int] {
      let old = waiting.prefix { points.time(point) - $0.due > step.n }
      waiting.removeFirst(old.count)
      return old.compactMap(\.value)
    }

    func receive(_ value: Int, at point: Int) {
      let now = points.time(point)
      switch step.name {
      case .delay:
        if waiting.isEmpty { set(step.n, at: point) }
        waiting.append((value, now + step.n))
      case .debounce:
        if waiting.isEmpty { set(step.n, at: point) }
        waiting = [(value, now + step.n)]
      case .debounceWhen:
        if value % 3 == step.m % 3 {
          (waiting, alarm) = ([], nil)
          return emit([value], at: point)
        }
        if waiting.isEmpty { set(step.n, at: point) }
        waiting = [(value, now + step.n)]
      case .sampleEvery: waiting = [(value, 0)]
      case .rateLimit:
        if waiting.isEmpty, allowed <= now {
          fullAt = Swift.max(fullAt, now) + step.n + 1
          emit([value], at: point)
        } else {
          waiting.append((value, 0))
          set(allowed - now, at: point)
        }
      case .takeLastFor:
        waiting.append((value, now))
        if step.m % 2 == 1, waiting.count > step.m % 4 { waiting.removeFirst() }
        _ = takeOld(at: point)
      case .skipLastFor:
        waiting.append((value, now))
        emit(takeOld(at: point), at: point)
      case .throttle:
        if flag {
          if step.m % 3 != 0 { waiting = [(value, 0)] }
          return
        }
        flag = true
        set(step.n + 1, at: point)
        if step.m % 3 == 1 { waiting = [(value, 0)] } else { emit([value], at: point) }
      case .timeout, .timeoutTo:
        if step.m % 3 == 1 { alarm = nil }
        if step.m % 3 == 2 { due = now + step.n }
        emit([value], at: point)
      case .collectFor:
        waiting.append((value, 0))
        if waiting.count > step.m % 3 {
          alarm = nil
          emit([mix(waiting.compactMap(\.value))], at: point)
          waiting = []
        } else if waiting.count == 1 {
          set(step.n, at: point)
        }
      case .takeFor: emit([value], at: point)
      case .windowFor:
        let number = waiting.count
        waiting.append((value, 0))
        if waiting.count > step.m % 3 {
          alarm = nil
          waiting = []
          emit([mix(number, value), step.m], at: point)
        } else {
          if number == 0 { set(step.n, at: point) }
          emit([mix(number, value)], at: point)
        }
      default: if flag { emit([value], at: point) }
      }
    }

    /// Fires the timer, and returns whether the result is over.
    func ring(at point: Int) -> Bool {
      alarm = nil
      let now = points.time(point)
      switch step.name {
      case .delay:
        let ready = waiting.prefix { $0.due <= now }
        waiting.removeFirst(ready.count)
        if let next = waiting.first { set(next.due - now, at: point) }
        let isOver = ready.contains { $0.value == nil }
        emit(ready.compactMap(\.value), isOver ? .completed : nil, at: point)
        return isOver
      case .debounce, .debounceWhen:
        if waiting[0].due > now {
          set(waiting[0].due - now, at: point)
        } else {
          emit(waiting.compactMap(\.value), at: point)
          waiting = []
        }
      case .throttle:
        flag = false
        guard let value = waiting.first?.value else { return false }
        waiting = []
        flag = true
        set(step.n + 1, at: point)
        emit([value], at: point)
      case .rateLimit:
        var ready: [Int] = []
        while let value = waiting.first?.value, allowed <= now {
          fullAt = Swift.max(fullAt, now) + step.n + 1
          waiting.removeFirst()
          ready.append(value)
        }
        if !waiting.isEmpty { set(allowed - now, at: point) }
        let isOver = flag && waiting.isEmpty
        emit(ready, isOver ? .completed : nil, at: point)
        return isOver
      case .sampleEvery:
        if now <= points.time(start) + Model.longest { set(step.n + 1, at: point) }
        emit(waiting.compactMap(\.value), at: point)
      case .timeout, .timeoutTo:
        guard due <= now else {
          set(due - now, at: point)
          return false
        }
        if step.name == .timeoutTo {
          list += run(step.others[0], at: points.step(1, in: point))
          return true
        }
        emit([], .failed(.late), at: point)
        return true
      case .collectFor:
        emit([mix(waiting.compactMap(\.value))], at: point)
        waiting = []
      case .windowFor:
        emit([step.m], at: point)
        waiting = []
      case .takeFor:
        emit([], .completed, at: point)
        return true
      default: flag = true
      }
      return false
    }

    if [.timeout, .timeoutTo, .takeFor, .skipFor].contains(step.name) { set(step.n, at: start) }
    if step.name == .sampleEvery { set(step.n + 1, at: start) }
    for timed in upstream(points.step(1, in: start)) {
      while let next = alarm, points.isBefore(next, timed.point) {
        if ring(at: next) { return list }
      }
      switch timed.event {
      case .next(let value): receive(value, at: timed.point)
      case .failed: return list + [timed]
      case .completed:
        if step.name == .delay {
          if waiting.isEmpty { set(step.n, at: timed.point) }
          waiting.append((nil, points.time(timed.point) + step.n))
        } else if step.name == .rateLimit, !waiting.isEmpty {
          flag = true
        } else {
          let isAged = [.takeLastFor, .skipLastFor].contains(step.name)
          let old = isAged ? takeOld(at: timed.point) : []
          let values = waiting.compactMap(\.value)
          let isOpen = !values.isEmpty
          let rest: [Int] =
            switch step.name {
            case .collectFor: isOpen ? [mix(values)] : []
            case .windowFor: isOpen ? [step.m] : []
            case .sampleEvery: []
            case .skipLastFor: old
            default: values
            }
          emit(rest, .completed, at: timed.point)
          return list
        }
      }
    }
    while let next = alarm { if ring(at: next) { return list } }
    return list
  }
}
