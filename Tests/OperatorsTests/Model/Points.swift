/// Points in the execution of a run, in virtual time, and their order: what says in the model which of two events at one tick comes first.
///
/// A point is either the beginning of a scheduled action, known by its time and by the point that scheduled it, or a step inside
/// another point. Of two actions due at one time the one scheduled first runs first, so streams that were subscribed to in the same action
/// speak in the order of their subscriptions. Nothing is counted at run time: a point is where it is whatever else the model looks at.
final class Points {
  private struct Point {
    /// The point that scheduled this action, or the one that this is a step of; -1 for the first.
    let parent: Int
    /// Which of the actions scheduled there, or which of the steps.
    let index: Int
    /// The action.
    let action: Int
    /// How many steps it is inside the action.
    let depth: Int
    let time: Int
  }

  private var all: [Point] = []

  /// Forgets every point and makes the first, at time 0.
  func restart() -> Int {
    all.removeAll(keepingCapacity: true)
    all.append(Point(parent: -1, index: 0, action: 0, depth: 0, time: 0))
    return 0
  }

  func time(_ point: Int) -> Int { all[point].time }

  /// A step inside a point.
  func step(_ index: Int, in point: Int) -> Int {
    let outer = all[point]
    all.append(Point(parent: point, index: index, action: outer.action, depth: outer.depth + 1, time: outer.time))
    return all.count - 1
  }

  /// An action that is scheduled at a point.
  func action(after delay: Int, from point: Int, _ index: Int = 0) -> Int {
    all.append(Point(parent: point, index: index, action: all.count, depth: 0, time: all[point].time + delay))
    return all.count - 1
  }

  func isBefore(_ one: Int, _ other: Int) -> Bool {
    if one == other { return false }
    var (a, b) = (all[one], all[other])
    if a.time != b.time { return a.time < b.time }
    if a.action != b.action {
      (a, b) = (all[a.action], all[b.action])
      if a.parent != b.parent { return a.parent < 0 || b.parent >= 0 && isBefore(a.parent, b.parent) }
      return a.index < b.index
    }
    let isInside = a.depth < b.depth
    while a.depth > b.depth {
      if a.parent == other { return false }
      a = all[a.parent]
    }
    while b.depth > a.depth {
      if b.parent == one { return true }
      b = all[b.parent]
    }
    while a.parent != b.parent { (a, b) = (all[a.parent], all[b.parent]) }
    return a.index == b.index ? isInside : a.index < b.index
  }

  func later(_ one: Int, _ other: Int) -> Int { isBefore(one, other) ? other : one }
}
