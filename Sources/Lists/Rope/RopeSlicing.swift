/// Slicing and concatenating ropes. The result shares all nodes with the operands, except those along the seams.
extension Rope {
  /// Returns the elements in a range. Takes time in proportion to the logarithm of the count.
  @inlinable
  func slice(_ range: Range<Int>) -> Rope {
    guard var node = root, !range.isEmpty else { return Rope() }
    var range = range
    while node.height > 0 {
      var start = range.lowerBound
      let child = node.unmanagedChild(node.child(at: &start)).takeUnretainedValue()
      guard start + range.count <= child.count else { break }
      (node, range) = (child, start..<start + range.count)
    }
    return Rope(root: Self.slice(node, range))
  }

  /// Returns a node of the same height with the elements in a range.
  @inlinable
  static func slice(_ node: Node, _ range: Range<Int>) -> Node {
    if range.lowerBound == 0, range.upperBound == node.count { return node }
    if node.height == 0 { return .leaf(node.elements[range]) }
    var children = ContiguousArray<Node>()
    var (start, place) = (0, 0)
    while start < range.upperBound {
      let count = node.unmanagedChild(place)._withUnsafeGuaranteedRef { $0.count }
      let part = range.clamped(to: start..<start + count)
      if !part.isEmpty {
        children.append(slice(node.children[place], part.lowerBound - start..<part.upperBound - start))
      }
      start += count
      place += 1
    }
    return .inner(children)
  }

  /// Concatenates two ropes. Takes time in proportion to the logarithm of the count.
  @inlinable
  static func + (left: Rope, right: Rope) -> Rope {
    guard var root = left.root else { return right }
    guard var other = right.root else { return left }
    if root.height >= other.height {
      if let overflow = append(other, to: &root) { return Rope(root: .inner([root, overflow])) }
      return Rope(root: root)
    }
    if let overflow = prepend(root, to: &other) { return Rope(root: .inner([other, overflow])) }
    return Rope(root: other)
  }

  /// Appends `other` to a node that is not lower.
  ///
  /// - Returns: A second node of the same height, to follow the first, if one node is not enough.
  @inlinable
  static func append(_ other: Node, to node: inout Node) -> Node? {
    if node.height == other.height { return other }
    Node.unshare(&node, adding: 1)
    if let overflow = append(other, to: &node.children[node.length - 1]) {
      node.insert(overflow, at: node.length, in: node.children)
    }
    node.measure()
    return node.split()
  }

  /// Prepends `other` to a higher node. Returns a second node, like ``append(_:to:)``.
  @inlinable
  static func prepend(_ other: Node, to node: inout Node) -> Node? {
    Node.unshare(&node, adding: 1)
    if node.height == other.height + 1 {
      node.insert(other, at: 0, in: node.children)
    } else if let overflow = prepend(other, to: &node.children[0]) {
      node.insert(overflow, at: 1, in: node.children)
    }
    node.measure()
    return node.split()
  }
}
