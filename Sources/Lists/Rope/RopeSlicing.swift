/// Slicing and concatenating ropes. The result shares all nodes with the operands, except those along the seams.
extension Rope {
  /// Returns the elements in a range. Takes time in proportion to the logarithm of the count.
  @inlinable
  func slice(_ range: Range<Int>) -> Rope {
    guard let root, !range.isEmpty else { return Rope() }
    var slice = Rope(root: Self.slice(root, range))
    slice.shrink()
    return slice
  }

  /// Returns a node of the same height with the elements in a range.
  @inlinable
  static func slice(_ node: Node, _ range: Range<Int>) -> Node {
    if range.lowerBound == 0, range.upperBound == node.count { return node }
    if node.height == 0 { return Node(leaf: ContiguousArray(node.elements[range])) }
    var children = ContiguousArray<Node>()
    var start = 0
    for child in node.children {
      let part = range.clamped(to: start..<start + child.count)
      if !part.isEmpty { children.append(slice(child, part.lowerBound - start..<part.upperBound - start)) }
      start += child.count
    }
    return Node(children: children)
  }

  /// Concatenates two ropes. Takes time in proportion to the logarithm of the count.
  @inlinable
  static func + (left: Rope, right: Rope) -> Rope {
    guard var root = left.root else { return right }
    guard var other = right.root else { return left }
    if root.height >= other.height {
      if let overflow = append(other, to: &root) { return Rope(root: Node(children: [root, overflow])) }
      return Rope(root: root)
    }
    if let overflow = prepend(root, to: &other) { return Rope(root: Node(children: [other, overflow])) }
    return Rope(root: other)
  }

  /// Appends `other` to a node that is not lower.
  ///
  /// - Returns: A second node of the same height, to follow the first, if one node is not enough.
  @inlinable
  static func append(_ other: Node, to node: inout Node) -> Node? {
    if node.height == other.height { return other }
    if !isKnownUniquelyReferenced(&node) { node = Node(copying: node) }
    if let overflow = append(other, to: &node.children[node.children.count - 1]) { node.children.append(overflow) }
    node.measure()
    return node.split()
  }

  /// Prepends `other` to a higher node. Returns a second node, like ``append(_:to:)``.
  @inlinable
  static func prepend(_ other: Node, to node: inout Node) -> Node? {
    if !isKnownUniquelyReferenced(&node) { node = Node(copying: node) }
    if node.height == other.height + 1 {
      node.children.insert(other, at: 0)
    } else if let overflow = prepend(other, to: &node.children[0]) {
      node.children.insert(overflow, at: 1)
    }
    node.measure()
    return node.split()
  }
}
