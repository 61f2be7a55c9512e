public import Properties

/// The ranges in which two ropes differ, with the elements of each. All elements are in two arrays, so that a gap needs
/// no allocation.
@usableFromInline
struct RopeGaps<Element> {
  @usableFromInline
  struct Gap {
    /// The elements, as ranges in the two arrays.
    @usableFromInline let old: Range<Int>
    @usableFromInline let new: Range<Int>

    /// The indexes of the first element in each rope.
    @usableFromInline let oldStart: Int
    @usableFromInline let newStart: Int

    @inlinable
    init(_ old: Range<Int>, _ oldStart: Int, _ new: Range<Int>, _ newStart: Int) {
      (self.old, self.oldStart, self.new, self.newStart) = (old, oldStart, new, newStart)
    }
  }

  @usableFromInline var all: ContiguousArray<Gap> = []
  @usableFromInline var old: ContiguousArray<Element> = []
  @usableFromInline var new: ContiguousArray<Element> = []

  @inlinable
  init() {}

  @inlinable
  mutating func append(_ gap: RopeGap<Element>) {
    let (oldFirst, newFirst) = (old.count, new.count)
    // If the slice is a whole array, the new array shares its storage.
    if old.isEmpty { old = ContiguousArray(gap.old) } else { old += gap.old }
    if new.isEmpty { new = ContiguousArray(gap.new) } else { new += gap.new }
    all.append(Gap(oldFirst..<old.count, gap.oldStart, newFirst..<new.count, gap.newStart))
  }
}

/// A range in which two ropes differ, with the parts of each rope: elements, or nodes while trees are compared.
///
/// A part is a reference or an `Unmanaged`, so its bytes are an address.
@usableFromInline
struct RopeGap<Part> {
  @usableFromInline var old: ArraySlice<Part>
  @usableFromInline var new: ArraySlice<Part>

  /// The index of the first element of `old` in the old rope, and of `new` in the new one.
  @usableFromInline var oldStart: Int
  @usableFromInline var newStart: Int

  @inlinable
  init(_ old: ArraySlice<Part>, _ oldStart: Int, _ new: ArraySlice<Part>, _ newStart: Int) {
    (self.old, self.oldStart, self.new, self.newStart) = (old, oldStart, new, newStart)
  }
}

extension RopeGap {
  /// Whether `next` begins where this gap ends. Both must be gaps of elements.
  @inlinable
  func touches(_ next: RopeGap) -> Bool {
    oldStart + old.count == next.oldStart && newStart + new.count == next.newStart
  }

  /// Compares two sequences of parts by identity, and calls `body` with each gap between shared parts. A gap that has
  /// at most one part on a side is not divided.
  ///
  /// - Parameter count: Returns the number of elements of a part.
  @inlinable
  static func forEachGap(
    _ old: UnsafeBufferPointer<Part>, _ oldStart: Int, _ new: UnsafeBufferPointer<Part>, _ newStart: Int,
    _ count: (Part) -> Int, _ body: (RopeGap) -> Void
  ) {
    let (first, last) = sharedEnds(UnsafeRawBufferPointer(old), UnsafeRawBufferPointer(new))
    let (olds, news) = (old[first..<old.count - last], new[first..<new.count - last])
    if olds.isEmpty, news.isEmpty { return }
    let same = old[..<first].reduce(0) { $0 + count($1) }
    let gap = RopeGap(Array(olds)[...], oldStart + same, Array(news)[...], newStart + same)
    if olds.count <= 1 || news.count <= 1 { return body(gap) }
    gap.divide(count, body)
  }

  @inlinable
  static func forEachGap(
    _ old: [Part], _ oldStart: Int, _ new: [Part], _ newStart: Int, _ count: (Part) -> Int, _ body: (RopeGap) -> Void
  ) {
    old.withUnsafeBufferPointer { old in
      new.withUnsafeBufferPointer { new in forEachGap(old, oldStart, new, newStart, count, body) }
    }
  }

  /// The numbers of parts that both sides share at the beginning and at the end. Compares addresses, which counts no
  /// references.
  @inlinable
  static func sharedEnds(_ old: UnsafeRawBufferPointer, _ new: UnsafeRawBufferPointer) -> (first: Int, last: Int) {
    let (before, after) = (old.bindMemory(to: UInt.self), new.bindMemory(to: UInt.self))
    let shorter = Swift.min(before.count, after.count)
    var (first, last) = (0, 0)
    while first < shorter, before[first] == after[first] { first += 1 }
    while last < shorter - first, before[before.count - 1 - last] == after[after.count - 1 - last] { last += 1 }
    return (first, last)
  }

  /// Divides a gap at parts that both sides share in the same order.
  ///
  /// The places that the old parts have in `new` form a sequence of numbers. The gap is divided at a longest increasing
  /// subsequence of it, so that few shared parts remain in gaps. If `new` has a part twice, the last place counts.
  @inlinable
  func divide(_ count: (Part) -> Int, _ body: (RopeGap) -> Void) {
    let address = { (part: Part) in withUnsafeBytes(of: part) { $0.load(as: UInt.self) } }
    var places = [UInt: Int](minimumCapacity: new.count)
    for place in new.indices { places[address(new[place])] = place }
    let matches = old.map { places[address($0)] }
    var common = longestRise(of: matches)[...]
    var (oldStart, newStart) = (oldStart, newStart)
    // The current gap begins at `oldFirst` and `newFirst`. The elements before `newPlace` are counted in `newStart`.
    var (oldFirst, newFirst, newPlace) = (old.startIndex, new.startIndex, new.startIndex)
    var (oldGapStart, newGapStart) = (oldStart, newStart)
    for place in old.indices {
      let size = count(old[place])
      guard common.first == place - old.startIndex, let match = matches[common.removeFirst()] else {
        oldStart += size
        continue
      }
      while newPlace < match {
        newStart += count(new[newPlace])
        newPlace += 1
      }
      if oldFirst < place || newFirst < match {
        body(RopeGap(old[oldFirst..<place], oldGapStart, new[newFirst..<match], newGapStart))
      }
      (oldStart, newStart, newPlace) = (oldStart + size, newStart + size, match + 1)
      (oldFirst, newFirst, oldGapStart, newGapStart) = (place + 1, newPlace, oldStart, newStart)
    }
    if oldFirst < old.endIndex || newFirst < new.endIndex {
      body(RopeGap(old[oldFirst...], oldGapStart, new[newFirst...], newGapStart))
    }
  }
}

/// Finds the ranges in which two ropes differ, without visiting the nodes that they share. Used if a ``RopeWalk`` is
/// lost.
///
/// Compares the nodes level by level, from the roots to the leaves. So it finds shared nodes even if their place among
/// the children or their distance from the root has changed.
@usableFromInline
struct RopeComparison<Element: RopeElement & AnyObject> {
  @usableFromInline typealias Node = RopeNode<Element>
  @usableFromInline var gaps: [RopeGap<Element>] = []

  /// The number of elements that may still be compared. Elements that differ are counted again.
  @usableFromInline var budget: Int

  @inlinable
  init(budget: Int) { self.budget = budget }

  /// Compares the trees below two roots, which must outlive the call. Returns `false` if the budget does not suffice.
  @inlinable
  mutating func compare(_ old: Node?, _ new: Node?) -> Bool {
    let roots = (old.map { [Unmanaged.passUnretained($0)] } ?? [], new.map { [Unmanaged.passUnretained($0)] } ?? [])
    var gaps = [RopeGap(roots.0[...], 0, roots.1[...], 0)]
    for height in stride(from: Swift.max(old?.height ?? 0, new?.height ?? 0), to: 0, by: -1) {
      var below: [RopeGap<Unmanaged<Node>>] = []
      for gap in gaps {
        RopeGap.forEachGap(
          expand(gap.old, height), gap.oldStart, expand(gap.new, height), gap.newStart,
          { $0._withUnsafeGuaranteedRef { $0.count } }, { below.append($0) })
      }
      gaps = below
    }
    for leaves in gaps {
      budget -= Swift.max(count(leaves.old), count(leaves.new))
      if budget < 0 { return false }
      let (old, new) = (elements(leaves.old), elements(leaves.new))
      RopeGap.forEachGap(old, leaves.oldStart, new, leaves.newStart, { _ in 1 }) { gap in
        budget -= gap.old.count + gap.new.count
        self.gaps.append(gap)
      }
    }
    return budget >= 0
  }

  /// The nodes, with each node of a height replaced by its children. Lower nodes are kept.
  @inlinable
  func expand(_ nodes: ArraySlice<Unmanaged<Node>>, _ height: Int) -> [Unmanaged<Node>] {
    var expanded: [Unmanaged<Node>] = []
    expanded.reserveCapacity(nodes.count * Node.limit)
    for node in nodes {
      node._withUnsafeGuaranteedRef { inner in
        if inner.height < height { return expanded.append(node) }
        for place in 0..<inner.length { expanded.append(inner.unmanagedChild(place)) }
      }
    }
    return expanded
  }

  @inlinable
  func count(_ nodes: ArraySlice<Unmanaged<Node>>) -> Int {
    nodes.reduce(0) { $0 + $1._withUnsafeGuaranteedRef { $0.count } }
  }

  @inlinable
  func elements(_ leaves: ArraySlice<Unmanaged<Node>>) -> [Element] {
    leaves.flatMap { $0._withUnsafeGuaranteedRef { Array($0.elements) } }
  }

  /// Merges adjacent gaps and compares their elements again, because elements may be in another leaf than before.
  @inlinable
  func joined() -> RopeGaps<Element> {
    var joined = RopeGaps<Element>()
    var start = 0
    while start < gaps.count {
      var end = start + 1
      while end < gaps.count, gaps[end - 1].touches(gaps[end]) { end += 1 }
      if end - start == 1 {
        joined.append(gaps[start])
      } else {
        let (old, new) = (gaps[start..<end].flatMap(\.old), gaps[start..<end].flatMap(\.new))
        RopeGap.forEachGap(old, gaps[start].oldStart, new, gaps[start].newStart, { _ in 1 }) { joined.append($0) }
      }
      start = end
    }
    return joined
  }
}

extension RopeNode {
  /// Returns the pair of children in which two inner nodes differ, or the last pair if they do not differ.
  ///
  /// Returns `nil` if several pairs differ, or the numbers of children.
  ///
  /// - Parameter start: Is increased by the number of elements before these children.
  @inlinable
  func differingChild(from other: RopeNode, _ start: inout Int) -> (old: Unmanaged<RopeNode>, new: Unmanaged<RopeNode>)?
  {
    guard length == other.length else { return nil }
    let isSame = { self.address($0) == other.address($0) }
    var (first, last) = (0, length - 1)
    while first < last, isSame(first) { first += 1 }
    while last > first, isSame(last) { last -= 1 }
    guard first == last else { return nil }
    for place in 0..<first { start += unmanagedChild(place)._withUnsafeGuaranteedRef { $0.count } }
    return (unmanagedChild(first), other.unmanagedChild(first))
  }
}

extension Rope where Element: AnyObject {
  /// The indexes at which two ropes differ, and whether their counts differ.
  ///
  /// Nodes that depend on a `Part` of a list use it. `nil` if there are too many differences.
  @inlinable
  static func differences(from old: Rope, to new: Rope) -> PartDifferences? {
    guard let gaps = gaps(from: old, to: new, budget: 1_024) else { return nil }
    var indexes: [Range<Int>] = []
    for gap in gaps.all {
      // Elements after an insertion or removal have other indexes.
      let isShifting = gap.old.count != gap.new.count || gap.oldStart != gap.newStart
      let end = isShifting ? Swift.max(old.count, new.count) : gap.newStart + gap.new.count
      indexes.append(Swift.min(gap.oldStart, gap.newStart)..<end)
      if isShifting { break }
    }
    return PartDifferences(isCountDifferent: old.count != new.count, indexes: indexes)
  }

  /// The only leaves in which two trees differ, and the index of their first elements.
  ///
  /// `nil` if several leaves differ, or the shapes of the trees.
  @inlinable
  static func differingLeaves(from old: Rope, to new: Rope) -> (old: Unmanaged<Node>, new: Unmanaged<Node>, Int)? {
    guard let one = old.root, let other = new.root, one.height == other.height else { return nil }
    var (old, new, start) = (Unmanaged.passUnretained(one), Unmanaged.passUnretained(other), 0)
    while old._withUnsafeGuaranteedRef({ $0.height }) > 0 {
      let children = old._withUnsafeGuaranteedRef { old in
        new._withUnsafeGuaranteedRef { new in old.differingChild(from: new, &start) }
      }
      guard let children else { return nil }
      (old, new) = children
    }
    return (old, new, start)
  }

  /// The ranges in which two ropes differ if they differ in one leaf only; otherwise `nil`.
  @inlinable
  static func gapsInOneLeaf(from old: Rope, to new: Rope) -> RopeGaps<Element>? {
    guard let (old, new, start) = differingLeaves(from: old, to: new) else { return nil }
    var gaps = RopeGaps<Element>()
    old._withUnsafeGuaranteedRef { old in
      new._withUnsafeGuaranteedRef { new in
        RopeGap.forEachGap(
          UnsafeBufferPointer(old.elements), start, UnsafeBufferPointer(new.elements), start, { _ in 1 }
        ) { gaps.append($0) }
      }
    }
    return gaps
  }

  /// The ranges in which two ropes differ, or `nil` if a budget does not suffice.
  ///
  /// - Parameter budget: The number of elements that the walk may compare, and then the comparison by levels. Elements
  ///   that differ count more than once. A difference in one leaf is found without a budget.
  @inlinable
  static func gaps(from old: Rope, to new: Rope, budget: Int = .max) -> RopeGaps<Element>? {
    if old === new { return RopeGaps() }
    if let gaps = withExtendedLifetime((old, new), { gapsInOneLeaf(from: old, to: new) }) { return gaps }
    var walk = RopeWalk(from: old, to: new, budget: budget)
    if withExtendedLifetime((old, new), { walk.run() }) { return walk.gaps }
    if walk.budget < 0 { return nil }
    var comparison = RopeComparison<Element>(budget: budget)
    let isComplete = withExtendedLifetime((old, new)) { comparison.compare(old.root, new.root) }
    return isComplete ? comparison.joined() : nil
  }
}
