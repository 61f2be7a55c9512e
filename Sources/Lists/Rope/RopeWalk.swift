/// Finds the ranges in which two ropes differ by one walk through both, without visiting the nodes that they share.
///
/// After a difference, the walk looks for the nearest element that both ropes have. If there is none within ``reach``
/// elements, the walk is lost. A walk counts no references.
@usableFromInline
struct RopeWalk<Element: RopeElement & AnyObject> {
  @usableFromInline typealias Node = RopeNode<Element>

  /// The gaps found so far.
  @usableFromInline var gaps = RopeGaps<Element>()

  /// The number of elements that may still be compared. An element that differs counts twice.
  @usableFromInline var budget: Int
  @usableFromInline var old: Cursor
  @usableFromInline var new: Cursor

  /// The largest number of adjacent elements that differ.
  @inlinable static var reach: Int { 24 }

  @inlinable
  init(from old: Rope<Element>, to new: Rope<Element>, budget: Int) {
    self.old = Cursor(old)
    self.new = Cursor(new)
    self.budget = budget
  }

  /// A place in a rope. The rope must outlive the cursor.
  @usableFromInline
  struct Cursor {
    /// The nodes that follow, from the last to the next.
    @usableFromInline var pending: ContiguousArray<Unmanaged<Node>> = []

    /// The leaf that has been entered, and the place of the next element in it.
    @usableFromInline var leaf: Unmanaged<Node>?
    @usableFromInline var place = 0

    /// The index of the next element in the rope.
    @usableFromInline var index = 0

    @inlinable
    init(_ rope: Rope<Element>) {
      guard let root = rope.root else { return }
      pending.reserveCapacity((root.height + 1) * Node.limit)
      pending.append(.passUnretained(root))
    }

    @inlinable
    mutating func skipNode() {
      index += pending.removeLast()._withUnsafeGuaranteedRef { $0.count }
    }

    @inlinable
    mutating func descend() {
      pending.removeLast()._withUnsafeGuaranteedRef { node in
        for place in (0..<node.length).reversed() { pending.append(node.unmanagedChild(place)) }
      }
    }

    /// Enters the next leaf if the last one is finished; returns `false` at the end of the rope.
    @inlinable
    mutating func enterLeaf() -> Bool {
      while leaf == nil {
        guard let next = pending.last else { return false }
        if next._withUnsafeGuaranteedRef({ $0.height }) > 0 {
          descend()
        } else {
          pending.removeLast()
          (leaf, place) = (next, 0)
        }
      }
      return true
    }

    /// Advances inside of the leaf.
    @inlinable
    mutating func advance(_ count: Int) {
      index += count
      place += count
      if place == leaf.unsafelyUnwrapped._withUnsafeGuaranteedRef({ $0.length }) { leaf = nil }
    }

    /// Advances, and appends the elements that were passed.
    @inlinable
    mutating func take(_ count: Int, _ taken: inout ContiguousArray<Element>) {
      var left = count
      while left > 0, enterLeaf() {
        let passed = leaf.unsafelyUnwrapped._withUnsafeGuaranteedRef { leaf in
          let rest = leaf.elements[place...].prefix(left)
          for element in rest { taken.append(element) }
          return rest.count
        }
        left -= passed
        advance(passed)
      }
    }

    /// The next elements, by their addresses; zero is the end of the rope.
    @inlinable
    func upcoming(_ count: Int) -> ContiguousArray<UInt> {
      var (ahead, addresses) = (self, ContiguousArray<UInt>())
      addresses.reserveCapacity(count)
      while addresses.count < count, ahead.enterLeaf() {
        ahead.withRest { rest in addresses.append(contentsOf: rest.prefix(count - addresses.count)) }
        ahead.leaf = nil
      }
      if addresses.count < count { addresses.append(0) }
      return addresses
    }

    /// Calls `body` with the addresses of the elements that are left in the leaf.
    @inlinable
    func withRest<Result>(_ body: (UnsafeBufferPointer<UInt>) -> Result) -> Result {
      leaf.unsafelyUnwrapped._withUnsafeGuaranteedRef { leaf in
        body(UnsafeBufferPointer(rebasing: UnsafeRawBufferPointer(leaf.elements).bindMemory(to: UInt.self)[place...]))
      }
    }
  }

  /// Returns `false` if the budget does not suffice or the walk is lost.
  @inlinable
  mutating func run() -> Bool {
    while budget >= 0 {
      if old.leaf == nil, new.leaf == nil, let one = old.pending.last, let other = new.pending.last {
        if one.toOpaque() == other.toOpaque() {
          old.skipNode()
          new.skipNode()
          continue
        }
        let (height, otherHeight) =
          (one._withUnsafeGuaranteedRef { $0.height }, other._withUnsafeGuaranteedRef { $0.height })
        if height > 0, height >= otherHeight { old.descend() }
        if otherHeight > 0, otherHeight >= height { new.descend() }
        if height > 0 || otherHeight > 0 { continue }
      }
      guard old.enterLeaf(), new.enterLeaf() else {
        if old.enterLeaf() || new.enterLeaf() { addGap(.max, .max) }
        return budget >= 0
      }
      let same = sharedCount()
      budget -= same
      if same > 0 {
        old.advance(same)
        new.advance(same)
        continue
      }
      guard let (oldCount, newCount) = next() else { return false }
      addGap(oldCount, newCount)
    }
    return false
  }

  @inlinable
  mutating func addGap(_ oldCount: Int, _ newCount: Int) {
    let (oldStart, newStart) = (old.index, new.index)
    let (oldFirst, newFirst) = (gaps.old.count, gaps.new.count)
    old.take(oldCount, &gaps.old)
    new.take(newCount, &gaps.new)
    let (olds, news) = (oldFirst..<gaps.old.count, newFirst..<gaps.new.count)
    budget -= 2 * (olds.count + news.count)
    gaps.all.append(RopeGaps.Gap(olds, oldStart, news, newStart))
  }

  /// The number of next elements that both leaves share.
  @inlinable
  func sharedCount() -> Int {
    old.withRest { old in
      new.withRest { new in
        let limit = Swift.min(old.count, new.count)
        var count = 0
        while count < limit, old[count] == new[count] { count += 1 }
        return count
      }
    }
  }

  /// The numbers of elements before the nearest element that both have; `nil` if it is out of reach.
  @inlinable
  func next() -> (old: Int, new: Int)? {
    let isNear = old.withRest { old in new.withRest { new in Self.next(old, new, isWhole: false) } }
    if let isNear { return isNear }
    return old.upcoming(Self.reach + 1).withUnsafeBufferPointer { old in
      new.upcoming(Self.reach + 1).withUnsafeBufferPointer { new in Self.next(old, new, isWhole: true) }
    }
  }

  /// - Parameter isWhole: Whether there are no further elements within reach.
  @inlinable
  static func next(
    _ old: UnsafeBufferPointer<UInt>, _ new: UnsafeBufferPointer<UInt>, isWhole: Bool
  ) -> (old: Int, new: Int)? {
    let shorter = Swift.min(old.count, new.count)
    let longest = isWhole ? Swift.max(old.count, new.count) : shorter
    var distance = 1
    while distance < longest, distance <= reach {
      var found: (old: Int, new: Int)?
      if distance < old.count {
        for place in 0...Swift.min(distance, new.count - 1) where old[distance] == new[place] {
          found = (distance, place)
        }
      }
      if distance < new.count {
        for place in 0...Swift.min(distance, old.count - 1) where old[place] == new[distance] {
          if let found, found.new <= place { break }
          found = (place, distance)
        }
      }
      if let found { return found }
      distance += 1
    }
    return nil
  }
}
