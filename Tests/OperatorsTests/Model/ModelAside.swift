import StreamCore

extension Model {
  /// Operators that hop to another scheduler, or have side effects.
  func aside(_ step: Chain.Step, _ upstream: (Int) -> [Timed], _ start: Int) -> [Timed] {
    let (n, m) = (step.n, step.m)
    switch step.name {
    case .deliverOn: return delivered(step, upstream(start))
    case .subscribeOn: return upstream(points.step(0, in: points.action(after: 0, from: start)))
    case .delaySubscription: return upstream(points.step(0, in: points.action(after: n, from: start)))
    case .on: return noted(upstream(start), isLog: m % 3 == 2)
    case .initially:
      // Of several calls the one nearest to the subscriber runs first.
      let seen = mix(mix(0, m), n)
      return upstream(start).map { timed in Timed(point: timed.point, event: timed.event.map { mix($0, seen) }) }
    case .finally: return undone(step, upstream(start))
    default:
      if m % 4 == 0 { return [Timed(point: start, event: .completed)] }
      let gone = points.action(after: n, from: points.step(0, in: start))
      let list = upstream(points.step(1, in: start)).prefix { points.isBefore($0.point, gone) }
      return list.last?.event.isTerminal == true ? Array(list) : list + [Timed(point: gone, event: .completed)]
    }
  }

  /// The first event after an action schedules the next action, which delivers all events until then, including the
  /// end.
  private func delivered(_ step: Chain.Step, _ upstream: [Timed]) -> [Timed] {
    var list: [Timed] = []
    var waiting: [Int] = []
    var action: Int?
    let room = [.max, step.n + 1, step.n + 1, 1, step.n + 1][step.m % 5]
    for timed in upstream {
      if let due = action, points.isBefore(due, timed.point) {
        list += burst(waiting, nil, at: due)
        (waiting, action) = ([], nil)
      }
      let due = action ?? points.action(after: 0, from: points.step(0, in: timed.point))
      action = due
      switch (timed.event, step.m % 5) {
      case (.next(let value), _) where waiting.count < room: waiting.append(value)
      case (.next(let value), 1): waiting = waiting.dropFirst() + [value]
      case (.next, 2): break
      case (.next(let value), 3): waiting = [mix(waiting[0], value)]
      case (.next, _): return list + burst(waiting, .failed(.late), at: due)
      case (let end, _): return list + burst(waiting, end, at: due)
      }
    }
    return list + (action.map { burst(waiting, nil, at: $0) } ?? [])
  }

  /// Returns each event with a digest of the handler calls until then.
  private func noted(_ upstream: [Timed], isLog: Bool) -> [Timed] {
    var list: [Timed] = []
    // A log has no line for `terminated`; its words are "subscribed", "completed" and "#".
    var heard = mix(0, isLog ? 10 : 1)
    func last(_ end: Int, _ word: Int) -> Int { isLog ? mix(heard, word) : mix(mix(heard, end), 4) }
    for timed in upstream {
      switch timed.event {
      case .next(let value):
        heard = mix(heard, value)
        list.append(Timed(point: timed.point, event: .next(mix(value, heard))))
      case .failed: return list + burst([last(2, 1)], timed.event, at: timed.point)
      case .completed: return list + burst([last(3, 9)], timed.event, at: timed.point)
      }
    }
    return list
  }

  /// Takes some values, and then records the teardown in order from the source downstream.
  ///
  /// The record contains whether each stage was disposed, or was over before.
  private func undone(_ step: Chain.Step, _ upstream: [Timed]) -> [Timed] {
    var list: [Timed] = []
    for timed in upstream {
      guard timed.event.value != nil else {
        return list + burst([mix(mix(mix(0, 4), 1), 2)], .completed, at: timed.point)
      }
      list.append(timed)
      if list.count > step.n {
        let value = points.step(1, in: timed.point)
        return list + burst([mix(mix(mix(0, 1), 5), 2)], .completed, at: value)
      }
    }
    return list
  }
}
