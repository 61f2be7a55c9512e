/// Points in virtual time with an order, which determines the order of events at one tick.
///
/// A point is either a scheduled action, identified by its time and by the point that scheduled it, or a step inside
/// another point. Of two actions due at one time the one scheduled first runs first, so streams that were subscribed to
/// in the same action send in the order of their subscriptions. Points do not depend on the order in which the model
/// evaluates them.
final class Points {
  private struct Point {
    /// The point that scheduled this action, or that contains this step; -1 for the first point.
    let parent: Int
    /// The index among the actions scheduled there, or among the steps.
    let index: Int
    /// The number of the action.
    let action: Int
    /// The nesting depth of steps inside the action.
    let depth: Int
    let time: Int
  }

  private var all: [Point] = []

  /// Removes all points and makes the first one, at time 0.
  func restart() -> Int {
    all.removeAll(keepingCapacity: true)
    all.append(Point(parent: -1, index: 0, action: 0, depth: 0, time: 0))
    return 0
  }

  func time(_ point: Int) -> Int { all[point].time }

  /// Returns a step inside a point.
  func step(_ index: Int, in point: Int) -> Int {
    let outer = all[point]
    all.append(Point(parent: point, index: index, action: outer.action, depth: outer.depth + 1, time: outer.time))
    return all.count - 1
  }

  /// Returns an action scheduled at a point.
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
