public import Properties

/// A range in which two ropes differ. Its parts are elements, or nodes of the trees while these are compared.
@usableFromInline
struct RopeGap<Part> {
  @usableFromInline var old: ArraySlice<Part>
  @usableFromInline var new: ArraySlice<Part>

  /// The indexes of the first element of the parts, in each rope.
  @usableFromInline var oldStart: Int
  @usableFromInline var newStart: Int

  @inlinable
  init(_ old: ArraySlice<Part>, _ oldStart: Int, _ new: ArraySlice<Part>, _ newStart: Int) {
    (self.old, self.oldStart, self.new, self.newStart) = (old, oldStart, new, newStart)
  }
}

extension RopeGap where Part: AnyObject {
  /// Whether `next` begins where this gap ends. Both must be gaps of elements.
  @inlinable
  func touches(_ next: RopeGap) -> Bool {
    oldStart + old.count == next.oldStart && newStart + new.count == next.newStart
  }

  /// Compares the parts by identity, and calls `body` with each gap between the parts that both sides share.
  ///
  /// - Parameter count: Returns the number of elements of a part.
  @inlinable
  func forEachGap(_ count: (Part) -> Int, _ body: (RopeGap) -> Void) {
    let (first, last) = ends()
    let olds = old.startIndex + first..<old.endIndex - last
    let news = new.startIndex + first..<new.endIndex - last
    if olds.isEmpty, news.isEmpty { return }
    var same = 0
    for place in old.startIndex..<olds.lowerBound { same += count(old[place]) }
    let gap = RopeGap(old[olds], oldStart + same, new[news], newStart + same)
    if olds.count <= 1 || news.count <= 1 { return body(gap) }
    gap.divide(count, body)
  }

  /// The numbers of parts that both sides share at the beginning and at the end.
  @inlinable
  func ends() -> (first: Int, last: Int) {
    old.withUnsafeBufferPointer { old in
      new.withUnsafeBufferPointer { new in
        // Compared as pointers, which counts no references.
        let before = UnsafeRawBufferPointer(old).bindMemory(to: UnsafeRawPointer.self)
        let after = UnsafeRawBufferPointer(new).bindMemory(to: UnsafeRawPointer.self)
        let shorter = Swift.min(before.count, after.count)
        var (first, last) = (0, 0)
        while first < shorter, before[first] == after[first] { first += 1 }
        while last < shorter - first, before[before.count - 1 - last] == after[after.count - 1 - last] { last += 1 }
        return (first, last)
      }
    }
  }

  /// Divides a gap at the parts that both sides share in the same order.
  ///
  /// Uses a longest common subsequence, so that as few shared parts as possible are inside of gaps.
  @inlinable
  func divide(_ count: (Part) -> Int, _ body: (RopeGap) -> Void) {
    var places = [ObjectIdentifier: Int](minimumCapacity: new.count)
    for place in new.indices { places[ObjectIdentifier(new[place])] = place }
    let matches = old.map { places[ObjectIdentifier($0)] }
    var common = longestRise(of: matches)[...]
    var (oldStart, newStart) = (oldStart, newStart)
    // The parts with which the current gap begins, and the place that is reached in `new`.
    var (oldFirst, newFirst, at) = (old.startIndex, new.startIndex, new.startIndex)
    var (oldGapStart, newGapStart) = (oldStart, newStart)
    for place in old.indices {
      let size = count(old[place])
      guard common.first == place - old.startIndex, let match = matches[common.removeFirst()] else {
        oldStart += size
        continue
      }
      while at < match {
        newStart += count(new[at])
        at += 1
      }
      if oldFirst < place || newFirst < match {
        body(RopeGap(old[oldFirst..<place], oldGapStart, new[newFirst..<match], newGapStart))
      }
      (oldStart, newStart, at) = (oldStart + size, newStart + size, match + 1)
      (oldFirst, newFirst, oldGapStart, newGapStart) = (place + 1, at, oldStart, newStart)
    }
    if oldFirst < old.endIndex || newFirst < new.endIndex {
      body(RopeGap(old[oldFirst...], oldGapStart, new[newFirst...], newGapStart))
    }
  }
}

/// Finds the ranges in which two ropes differ, without visiting the nodes that they share.
///
/// Takes time in proportion to the number of differences times the logarithm of the count.
@usableFromInline
struct RopeDifference<Element: RopeElement & AnyObject> {
  @usableFromInline typealias Node = RopeNode<Element>
  @usableFromInline var gaps: [RopeGap<Element>] = []

  /// The number of elements that may still be compared. An element that differs counts twice.
  @usableFromInline var budget: Int

  @inlinable
  init(budget: Int) { self.budget = budget }

  /// Compares two nodes; returns `false` if the budget does not suffice.
  @inlinable
  mutating func compare(_ old: Node, _ oldStart: Int, _ new: Node, _ newStart: Int) -> Bool {
    if old.height != new.height { return compareLevels([old], oldStart, [new], newStart) }
    if old.height == 0 { return compare(old.elements[...], oldStart, new.elements[...], newStart) }
    if old.isShifted(new) { return compareLevels([old], oldStart, [new], newStart) }
    var (oldStart, newStart) = (oldStart, newStart)
    for place in 0..<old.children.count {
      if old.children[place] !== new.children[place],
        !compare(old.children[place], oldStart, new.children[place], newStart)
      {
        return false
      }
      oldStart += old.children[place].count
      newStart += new.children[place].count
    }
    return true
  }

  /// Compares elements; returns `false` if the budget does not suffice.
  @inlinable
  mutating func compare(
    _ old: ArraySlice<Element>, _ oldStart: Int, _ new: ArraySlice<Element>, _ newStart: Int
  ) -> Bool {
    budget -= Swift.max(old.count, new.count)
    if budget < 0 { return false }
    RopeGap(old, oldStart, new, newStart).forEachGap({ _ in 1 }) { gap in
      budget -= gap.old.count + gap.new.count
      gaps.append(gap)
    }
    return budget >= 0
  }

  /// The gaps, with adjacent ones merged and compared again: elements may have moved from one leaf to the next.
  @inlinable
  func joined() -> [RopeGap<Element>] {
    if !gaps.indices.dropFirst().contains(where: { gaps[$0 - 1].touches(gaps[$0]) }) { return gaps }
    var joined: [RopeGap<Element>] = []
    var start = 0
    while start < gaps.count {
      var end = start + 1
      while end < gaps.count, gaps[end - 1].touches(gaps[end]) { end += 1 }
      if end - start == 1 {
        joined.append(gaps[start])
      } else {
        let (old, new) = (gaps[start..<end].flatMap(\.old), gaps[start..<end].flatMap(\.new))
        RopeGap(old[...], gaps[start].oldStart, new[...], gaps[start].newStart).forEachGap({ _ in 1 }) {
          joined.append($0)
        }
      }
      start = end
    }
    return joined
  }

  /// Compares nodes level by level, from the highest to the leaves. Returns `false` if the budget does not suffice.
  ///
  /// Unlike `compare`, it finds shared nodes whose place among the children or whose height in the tree has changed.
  @inlinable
  mutating func compareLevels(
    _ old: ArraySlice<Node>, _ oldStart: Int, _ new: ArraySlice<Node>, _ newStart: Int
  ) -> Bool {
    var gaps = [RopeGap(old, oldStart, new, newStart)]
    var height = Swift.max(old.first?.height ?? 0, new.first?.height ?? 0)
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
    for gap in gaps where !compare(elements(gap.old), gap.oldStart, elements(gap.new), gap.newStart) { return false }
    return true
  }

  /// Replaces each node of a height by its children, and keeps lower nodes.
  @inlinable
  func expand(_ nodes: ArraySlice<Node>, _ height: Int) -> ArraySlice<Node> {
    if nodes.count == 1, let node = nodes.first, node.height == height { return node.children[...] }
    var below: ContiguousArray<Node> = []
    for node in nodes {
      if node.height == height { below.append(contentsOf: node.children) } else { below.append(node) }
    }
    return below[...]
  }

  /// The elements of adjacent leaves.
  @inlinable
  func elements(_ leaves: ArraySlice<Node>) -> ArraySlice<Element> {
    if leaves.count == 1, let leaf = leaves.first { return leaf.elements[...] }
    var elements: ContiguousArray<Element> = []
    for leaf in leaves { elements.append(contentsOf: leaf.elements) }
    return elements[...]
  }
}

extension RopeNode {
  /// Returns the only pair of children in which two inner nodes differ; `nil` if there are several.
  ///
  /// - Parameter start: Receives the sum of the counts before these children.
  @inlinable
  func differingChild(from other: RopeNode, _ start: inout Int) -> (old: Unmanaged<RopeNode>, new: Unmanaged<RopeNode>)?
  {
    children.withUnsafeBufferPointer { old in
      other.children.withUnsafeBufferPointer { new in
        guard old.count == new.count else { return nil }
        let before = UnsafeRawBufferPointer(old).bindMemory(to: UInt.self)
        let after = UnsafeRawBufferPointer(new).bindMemory(to: UInt.self)
        var (first, last) = (0, before.count - 1)
        while first < last, before[first] == after[first] { first += 1 }
        while last > first, before[last] == after[last] { last -= 1 }
        guard first == last else { return nil }
        for place in 0..<first { start += old[place].count }
        return (.passUnretained(old[first]), .passUnretained(new[first]))
      }
    }
  }

  /// Whether the numbers of children differ, or a child is one place further on in one of the two nodes.
  @inlinable
  func isShifted(_ other: RopeNode) -> Bool {
    if children.count != other.children.count { return true }
    for place in 1..<Swift.max(children.count, 1) {
      if children[place] === other.children[place - 1] || children[place - 1] === other.children[place] { return true }
    }
    return false
  }
}

extension Rope where Element: AnyObject {
  /// The parts in which two ropes differ; `nil` if there are many differences.
  @inlinable
  static func differences(from old: Rope, to new: Rope) -> PartDifferences? {
    guard let gaps = gaps(from: old, to: new, budget: 1_024) else { return nil }
    var indexes: [Range<Int>] = []
    for gap in gaps {
      // Elements after an insertion or removal have other indexes.
      let isShifting = gap.old.count != gap.new.count || gap.oldStart != gap.newStart
      let end = isShifting ? Swift.max(old.count, new.count) : gap.newStart + gap.new.count
      indexes.append(Swift.min(gap.oldStart, gap.newStart)..<end)
      if isShifting { break }
    }
    return PartDifferences(isCountDifferent: old.count != new.count, indexes: indexes)
  }

  /// The ranges in which two trees differ if they differ in one leaf only; otherwise `nil`.
  @inlinable
  static func gapsInOneLeaf(from old: Node, to new: Node) -> [RopeGap<Element>]? {
    guard old.height == new.height else { return nil }
    var (old, new, start) = (Unmanaged.passUnretained(old), Unmanaged.passUnretained(new), 0)
    while true {
      let step: (old: Unmanaged<Node>, new: Unmanaged<Node>)?? = old._withUnsafeGuaranteedRef { old in
        new._withUnsafeGuaranteedRef { new in
          if old.height == 0 { return .some(nil) }
          return old.differingChild(from: new, &start).map { .some($0) }
        }
      }
      guard let step else { return nil }
      guard let step else { break }
      (old, new) = step
    }
    var gaps: [RopeGap<Element>] = []
    old._withUnsafeGuaranteedRef { old in
      new._withUnsafeGuaranteedRef { new in
        RopeGap(old.elements[...], start, new.elements[...], start).forEachGap({ _ in 1 }) { gaps.append($0) }
      }
    }
    return gaps
  }

  /// The ranges in which two ropes differ, or `nil` if a budget does not suffice.
  ///
  /// - Parameter budget: The number of elements that may be compared. An element that differs counts twice.
  @inlinable
  static func gaps(from old: Rope, to new: Rope, budget: Int = .max) -> [RopeGap<Element>]? {
    if old === new { return [] }
    if let one = old.root, let other = new.root, let gaps = gapsInOneLeaf(from: one, to: other) { return gaps }
    var walk = RopeWalk(from: old, to: new, budget: budget)
    if withExtendedLifetime((old, new), { walk.run() }) { return walk.gaps }
    if walk.budget < 0 { return nil }
    var difference = RopeDifference<Element>(budget: budget)
    let isFound =
      switch (old.root, new.root) {
      case (let one?, let other?): difference.compare(one, 0, other, 0)
      case (let one, let other):
        difference.compareLevels(one.map { [$0] } ?? [], 0, other.map { [$0] } ?? [], 0)
      }
    return isFound ? difference.joined() : nil
  }
}
