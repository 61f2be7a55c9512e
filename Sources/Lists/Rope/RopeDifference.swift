/// A place in which two ropes differ.
@usableFromInline
struct RopeGap<Part> {
  @usableFromInline var old: ContiguousArray<Part>
  @usableFromInline var new: ContiguousArray<Part>

  /// Where the parts begin, as indexes of elements.
  @usableFromInline var oldStart: Int
  @usableFromInline var newStart: Int

  @inlinable
  init(_ old: ContiguousArray<Part>, _ oldStart: Int, _ new: ContiguousArray<Part>, _ newStart: Int) {
    (self.old, self.oldStart, self.new, self.newStart) = (old, oldStart, new, newStart)
  }
}

extension RopeGap where Part: AnyObject {
  /// Takes away the parts that both have, and calls `body` with the gaps between them.
  @inlinable
  func forEachGap(_ count: (Part) -> Int, _ body: (RopeGap) -> Void) {
    var (first, oldStart, newStart) = (0, oldStart, newStart)
    let shorter = Swift.min(old.count, new.count)
    while first < shorter, old[first] === new[first] {
      oldStart += count(old[first])
      newStart += count(new[first])
      first += 1
    }
    var (oldEnd, newEnd) = (old.count, new.count)
    while oldEnd > first, newEnd > first, old[oldEnd - 1] === new[newEnd - 1] {
      oldEnd -= 1
      newEnd -= 1
    }
    if oldEnd == first, newEnd == first { return }
    if oldEnd - first <= 1 || newEnd - first <= 1 {
      return body(
        RopeGap(ContiguousArray(old[first..<oldEnd]), oldStart, ContiguousArray(new[first..<newEnd]), newStart))
    }
    divide(first..<oldEnd, oldStart, first..<newEnd, newStart, count, body)
  }

  /// Divides a gap where both have the same part in the middle.
  @inlinable
  func divide(
    _ olds: Range<Int>, _ oldStart: Int, _ news: Range<Int>, _ newStart: Int, _ count: (Part) -> Int,
    _ body: (RopeGap) -> Void
  ) {
    var places = [ObjectIdentifier: Int](minimumCapacity: news.count)
    for place in news { places[ObjectIdentifier(new[place])] = place }
    var gap = RopeGap([], oldStart, [], newStart)
    var (at, oldStart, newStart) = (news.lowerBound, oldStart, newStart)
    func close() {
      if !gap.old.isEmpty || !gap.new.isEmpty { body(gap) }
      gap = RopeGap([], oldStart, [], newStart)
    }
    for place in olds {
      let part = old[place]
      if let match = places[ObjectIdentifier(part)], match >= at {
        while at < match {
          gap.new.append(new[at])
          newStart += count(new[at])
          at += 1
        }
        (oldStart, newStart, at) = (oldStart + count(part), newStart + count(part), at + 1)
        close()
      } else {
        gap.old.append(part)
        oldStart += count(part)
      }
    }
    gap.new.append(contentsOf: new[at..<news.upperBound])
    close()
  }
}

extension Rope where Element: AnyObject {
  /// The places in which two ropes differ: what they share is not looked at.
  ///
  /// Takes time in proportion to the number of differences times the logarithm of the count, or to the count, where
  /// that is less.
  @inlinable
  static func gaps(from old: Rope, to new: Rope) -> [RopeGap<Element>] {
    if old === new { return [] }
    var gaps = [
      RopeGap<Node>(old.root.map { [$0] } ?? [], 0, new.root.map { [$0] } ?? [], 0)
    ]
    var height = Swift.max(old.root?.height ?? 0, new.root?.height ?? 0)
    while height > 0 {
      var below: [RopeGap<Node>] = []
      for gap in gaps {
        let expanded = RopeGap(
          expand(gap.old, height), gap.oldStart, expand(gap.new, height), gap.newStart)
        expanded.forEachGap({ $0.count }) { below.append($0) }
      }
      gaps = below
      height -= 1
    }
    var found: [RopeGap<Element>] = []
    for gap in gaps {
      let elements = RopeGap<Element>(elements(gap.old), gap.oldStart, elements(gap.new), gap.newStart)
      elements.forEachGap({ _ in 1 }) { found.append($0) }
    }
    return found
  }

  /// Nodes of a height, and their children in their place.
  @inlinable
  static func expand(_ nodes: ContiguousArray<Node>, _ height: Int) -> ContiguousArray<Node> {
    if nodes.count == 1, nodes[0].height == height { return nodes[0].children }
    var below = ContiguousArray<Node>()
    for node in nodes {
      if node.height == height { below.append(contentsOf: node.children) } else { below.append(node) }
    }
    return below
  }

  @inlinable
  static func elements(_ leaves: ContiguousArray<Node>) -> ContiguousArray<Element> {
    if leaves.count == 1 { return leaves[0].elements }
    var elements = ContiguousArray<Element>()
    for leaf in leaves { elements.append(contentsOf: leaf.elements) }
    return elements
  }
}
