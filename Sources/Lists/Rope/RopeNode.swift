/// A node of a ``Rope``: a leaf with elements, or an inner node with children of equal height.
@usableFromInline
final class RopeNode<Element: RopeElement>: Sendable {
  /// Guarded by: uniqueness, as the next four. A node is changed only while there is one reference to it.
  @exclusivity(unchecked) @usableFromInline nonisolated(unsafe) var elements: ContiguousArray<Element>
  @exclusivity(unchecked) @usableFromInline nonisolated(unsafe) var children: ContiguousArray<RopeNode>
  @exclusivity(unchecked) @usableFromInline nonisolated(unsafe) var count: Int
  @exclusivity(unchecked) @usableFromInline nonisolated(unsafe) var weight: Int

  /// The first element, so that a search does not descend to the leaves of all children.
  @exclusivity(unchecked) @usableFromInline nonisolated(unsafe) var first: Element?
  @usableFromInline let height: Int

  /// The largest number of elements of a leaf, and of children of an inner node.
  @inlinable static var limit: Int { 32 }

  @inlinable
  init(leaf elements: ContiguousArray<Element>) {
    self.elements = elements
    children = []
    count = elements.count
    weight = Element.weight(of: elements[...])
    first = elements.first
    height = 0
  }

  @inlinable
  init(children: ContiguousArray<RopeNode>) {
    elements = []
    self.children = children
    count = 0
    weight = 0
    first = nil
    height = children[0].height + 1
    measure()
  }

  @inlinable
  func copy() -> RopeNode { height == 0 ? RopeNode(leaf: elements) : RopeNode(children: children) }

  /// Computes `count`, `weight` and `first` again after a change of the elements or children.
  @inlinable
  func measure() {
    if height == 0 {
      count = elements.count
      weight = Element.weight(of: elements[...])
      first = elements.first
    } else {
      count = 0
      weight = 0
      first = children.first?.first
      for child in children {
        count += child.count
        weight += child.weight
      }
    }
  }

  /// Returns the place of the child that contains an index, and makes the index relative to that child.
  ///
  /// - Parameter isInserting: Whether the end of a child belongs to it.
  @inlinable
  func child(at index: inout Int, isInserting: Bool = false) -> Int {
    var place = 0
    while true {
      let count = children[place].count
      if index < count || isInserting && index == count { return place }
      index -= count
      place += 1
    }
  }

  /// Splits a node that has become too long, and returns the second half; otherwise `nil`.
  @inlinable
  func split() -> RopeNode? {
    if height == 0 {
      guard elements.count > Self.limit else { return nil }
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
    let length = children[place].length
    guard length < Self.limit / 4, children.count > 1 else { return }
    let first = place + 1 < children.count ? place : place - 1
    let (left, right) = (children[first], children[first + 1])
    guard left.length + right.length <= Self.limit * 3 / 4 else { return }
    children[first] =
      left.height == 0
      ? RopeNode(leaf: left.elements + right.elements) : RopeNode(children: left.children + right.children)
    children.remove(at: first + 1)
  }

  /// The number of elements of a leaf, or of children.
  @inlinable var length: Int { height == 0 ? elements.count : children.count }
}

/// An element of a ``Rope``. It may have a weight: the rope finds the total weight before an index.
@usableFromInline
protocol RopeElement: Sendable {
  static func weight(of elements: ArraySlice<Self>) -> Int
}

extension RopeElement {
  @inlinable static func weight(of elements: ArraySlice<Self>) -> Int { elements.count }
}

extension UInt64: RopeElement {}

extension Bool: RopeElement {
  /// The number of elements that are `true`.
  @inlinable
  static func weight(of elements: ArraySlice<Bool>) -> Int {
    var weight = 0
    for element in elements where element { weight += 1 }
    return weight
  }
}
