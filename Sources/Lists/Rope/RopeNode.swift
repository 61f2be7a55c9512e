/// A node of a ``Rope``: a leaf with elements, or an inner node with children of equal height.
@usableFromInline
final class RopeNode<Element: RopeElement>: Sendable {
  /// Guarded by: uniqueness, like the next four variables. A node is changed only while there is one reference to it.
  @exclusivity(unchecked) @usableFromInline nonisolated(unsafe) var elements: ContiguousArray<Element>
  @exclusivity(unchecked) @usableFromInline nonisolated(unsafe) var children: ContiguousArray<RopeNode>
  @exclusivity(unchecked) @usableFromInline nonisolated(unsafe) var count: Int
  @exclusivity(unchecked) @usableFromInline nonisolated(unsafe) var weight: Int

  /// The leaf with the first element of the node; `nil` for a leaf. With it, a search reads the first elements of the
  /// children without descending to their leaves.
  ///
  /// The first child retains this leaf. Releasing an optional element instead would take longer than the rest of
  /// `deinit`, which is not specialised.
  @exclusivity(unchecked) @usableFromInline nonisolated(unsafe) unowned(unsafe) var firstLeaf: RopeNode?
  @usableFromInline let height: Int

  /// The largest number of children of an inner node. A change copies a path, and retains the children of each node.
  @inlinable static var limit: Int { 16 }

  @inlinable
  init(leaf elements: ContiguousArray<Element>) {
    self.elements = elements
    children = []
    count = elements.count
    weight = elements.reduce(0) { $0 + $1.weight }
    firstLeaf = nil
    height = 0
  }

  @inlinable
  init(children: ContiguousArray<RopeNode>) {
    elements = []
    self.children = children
    count = 0
    weight = 0
    firstLeaf = nil
    height = children[0].height + 1
    measure()
  }

  @inlinable
  init(copying node: RopeNode) {
    // Copying the array retains all elements, so their memory is read before: see `read`.
    elements = node.height > 0 || node.elements.withUnsafeBufferPointer(Element.read) ? node.elements : []
    children = node.children
    count = node.count
    weight = node.weight
    firstLeaf = node.firstLeaf
    height = node.height
  }

  /// The first element. The node has one.
  @inlinable var first: Element {
    guard let firstLeaf else { return elements[0] }
    return firstLeaf.elements[0]
  }

  /// Computes `count`, `weight` and `firstLeaf` again after a change of the elements or children.
  @inlinable
  func measure() {
    if height == 0 {
      count = elements.count
      weight = elements.reduce(0) { $0 + $1.weight }
    } else {
      count = 0
      weight = 0
      measureFirst(0)
      for child in children {
        count += child.count
        weight += child.weight
      }
    }
  }

  /// Returns the place of the child that contains an index, and makes the index relative to that child.
  ///
  /// - Parameter isInserting: Whether the index after the last element of a child belongs to that child.
  @inlinable
  func child(at index: inout Int, isInserting: Bool = false) -> Int {
    children.withUnsafeBufferPointer { children in
      var place = 0
      while true {
        let count = children[place].count
        if index < count || isInserting && index == count { return place }
        index -= count
        place += 1
      }
    }
  }

  /// The child that contains an index, without counting a reference; `nil` for a leaf.
  @inlinable
  func unmanagedChild(at index: inout Int) -> Unmanaged<RopeNode>? {
    if height == 0 { return nil }
    let place = child(at: &index)
    return children.withUnsafeBufferPointer { .passUnretained($0[place]) }
  }

  /// The child that contains an index, without counting a reference; `nil` for a leaf. Adds the weights of the children
  /// before it to `weight`.
  @inlinable
  func unmanagedChild(at index: inout Int, addingWeight weight: inout Int) -> Unmanaged<RopeNode>? {
    if height == 0 { return nil }
    let place = child(at: &index)
    return children.withUnsafeBufferPointer { children in
      for before in 0..<place { weight += children[before].weight }
      return .passUnretained(children[place])
    }
  }

  /// The last child for whose first element `isBefore` returns `true`, or else the first child; `nil` for a leaf.
  @inlinable
  func unmanagedChild(whereLastIs isBefore: (Element) -> Bool, _ start: inout Int) -> Unmanaged<RopeNode>? {
    if height == 0 { return nil }
    return children.withUnsafeBufferPointer { children in
      var (low, high) = (0, children.count - 1)
      while low < high {
        let middle = (low + high + 1) / 2
        if isBefore(children[middle].first) { low = middle } else { high = middle - 1 }
      }
      for place in 0..<low { start += children[place].count }
      return .passUnretained(children[low])
    }
  }

  /// Updates `firstLeaf` after a change of the child at a place.
  @inlinable
  func measureFirst(_ place: Int) {
    guard place == 0, height > 0 else { return }
    firstLeaf = children.first.map { $0.firstLeaf ?? $0 }
  }

  /// Splits a node that has become too long, and returns the second half. Returns `nil` if the node is not too long.
  @inlinable
  func split() -> RopeNode? {
    if height == 0 {
      guard elements.count > Element.leafLimit else { return nil }
      let middle = elements.count / 2
      let right = RopeNode(leaf: ContiguousArray(elements[middle...]))
      elements.removeSubrange(middle...)
      measure()
      return right
    }
    guard children.count > Self.limit else { return nil }
    let middle = children.count / 2
    let right = RopeNode(children: ContiguousArray(children[middle...]))
    children.removeSubrange(middle...)
    measure()
    return right
  }

  /// Removes a child that has become empty.
  ///
  /// Merges a child that has become short with a neighbour, if that leaves room in the merged node.
  @inlinable
  func mergeChild(at place: Int) {
    if children[place].count == 0 {
      children.remove(at: place)
      return
    }
    let limit = children[place].height == 0 ? Element.leafLimit : Self.limit
    guard children[place].length < limit / 4, children.count > 1 else { return }
    let first = place + 1 < children.count ? place : place - 1
    let (left, right) = (children[first], children[first + 1])
    guard left.length + right.length <= limit * 3 / 4 else { return }
    children[first] =
      left.height == 0
      ? RopeNode(leaf: left.elements + right.elements) : RopeNode(children: left.children + right.children)
    children.remove(at: first + 1)
  }

  /// The number of elements of a leaf, or the number of children of an inner node.
  @inlinable var length: Int { height == 0 ? elements.count : children.count }
}

extension RopeNode where Element: AnyObject {
  /// The first element, without counting a reference.
  @inlinable
  var unmanagedFirst: Unmanaged<Element> {
    guard let firstLeaf else { return elements.withUnsafeBufferPointer { .passUnretained($0[0]) } }
    return firstLeaf.elements.withUnsafeBufferPointer { .passUnretained($0[0]) }
  }
}

/// An element of a ``Rope``. The rope finds the total weight before an index.
@usableFromInline
protocol RopeElement: Sendable {
  var weight: Int { get }

  /// The largest number of elements of a leaf.
  static var leafLimit: Int { get }

  /// Reads the memory of the elements, and returns `true`.
  ///
  /// The processor waits for all of them at the same time. Without this, it would wait for each when its reference is
  /// counted.
  static func read(_ elements: UnsafeBufferPointer<Self>) -> Bool
}

extension RopeElement {
  @inlinable static func read(_ elements: UnsafeBufferPointer<Self>) -> Bool { true }

  @inlinable var weight: Int { 1 }

  /// Plain elements are copied in bulk, others one by one.
  @inlinable static var leafLimit: Int { _isPOD(Self.self) ? 64 : 32 }
}

extension UInt64: RopeElement {}

extension Bool: RopeElement {
  @inlinable var weight: Int { self ? 1 : 0 }
}
