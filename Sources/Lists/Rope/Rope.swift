/// A persistent sequence: a balanced tree whose versions share the nodes that no change has copied.
///
/// A copy shares the root. A change copies one path from the root to a leaf, except nodes that no other version shares.
/// Two versions are the same if they have the same root.
@usableFromInline
struct Rope<Element: RopeElement>: Sendable {
  @usableFromInline typealias Node = RopeNode<Element>

  /// Guarded by: uniqueness. A node that has several references is not changed.
  @usableFromInline nonisolated(unsafe) var root: Node?

  @inlinable
  init() { root = nil }

  @inlinable
  init(root: Node?) { self.root = root }

  /// Builds a rope, in linear time.
  @inlinable
  init(_ elements: some Collection<Element>) {
    var builder = RopeBuilder<Element>(capacity: elements.count)
    for element in elements { builder.append(element) }
    self = builder.rope()
  }

  @inlinable var count: Int { root?.count ?? 0 }
  @inlinable var isEmpty: Bool { root == nil }

  @inlinable
  static func === (one: Rope, other: Rope) -> Bool { one.root === other.root }

  @inlinable
  subscript(index: Int) -> Element {
    get {
      var (node, index) = (Unmanaged.passUnretained(root.unsafelyUnwrapped), index)
      return withExtendedLifetime(root) {
        while node._withUnsafeGuaranteedRef({ $0.height }) > 0 {
          node = node._withUnsafeGuaranteedRef { $0.unmanagedChild($0.child(at: &index)) }
        }
        return node._withUnsafeGuaranteedRef { $0.elements[index] }
      }
    }
    set { _ = Self.set(newValue, at: index, in: &root!) }
  }

  @inlinable var first: Element? { isEmpty ? nil : self[0] }
  @inlinable var last: Element? { isEmpty ? nil : self[count - 1] }

  /// Replaces an element, and returns the difference of the weights.
  @inlinable
  static func set(_ element: Element, at index: Int, in node: inout Node) -> Int {
    Node.unshare(&node)
    var place = index
    let difference: Int
    if node.height == 0 {
      difference = element.weight - node.elements[index].weight
      node.elements[index] = element
    } else {
      var index = index
      place = node.child(at: &index)
      difference = set(element, at: index, in: &node.children[place])
    }
    node.weight += difference
    node.measureFirst(place)
    return difference
  }

  @inlinable
  mutating func insert(_ element: Element, at index: Int) {
    if root == nil { root = .make(height: 0, capacity: 1) }
    if let right = Self.insert(element, at: index, in: &root!) { root = .inner([root!, right]) }
  }

  @inlinable
  mutating func append(_ element: Element) { insert(element, at: count) }

  @inlinable
  static func insert(_ element: Element, at index: Int, in node: inout Node) -> Node? {
    Node.unshare(&node, adding: 1)
    var place = index
    if node.height == 0 {
      node.insert(element, at: index, in: node.elements)
    } else {
      var index = index
      place = node.child(at: &index, isInserting: true)
      if let right = insert(element, at: index, in: &node.children[place]) {
        node.insert(right, at: place + 1, in: node.children)
      }
    }
    node.count += 1
    node.weight += element.weight
    node.measureFirst(place)
    return node.split()
  }

  @inlinable
  @discardableResult
  mutating func remove(at index: Int) -> Element {
    let element = Self.remove(at: index, in: &root!)
    shrink()
    return element
  }

  @inlinable
  static func remove(at index: Int, in node: inout Node) -> Element {
    Node.unshare(&node)
    let element: Element
    if node.height == 0 {
      element = node.remove(at: index, from: node.elements)
    } else {
      var index = index
      let place = node.child(at: &index)
      element = remove(at: index, in: &node.children[place])
      node.mergeChild(at: place)
    }
    node.count -= 1
    node.weight -= element.weight
    node.measureFirst(0)
    return element
  }

  /// Moves an element. The new index is its index among the other elements.
  @inlinable
  mutating func move(from index: Int, to other: Int) {
    let element = remove(at: index)
    insert(element, at: other)
  }

  /// Drops an empty root. Then replaces the root by its child while it has only one.
  @inlinable
  mutating func shrink() {
    if root?.count == 0 { root = nil }
    while let node = root, node.height > 0, node.length == 1 { root = withExtendedLifetime(node) { $0.children[0] } }
  }

  /// The sum of the weights before an index.
  @inlinable
  func weight(before index: Int) -> Int {
    guard let root else { return 0 }
    if index == root.count { return root.weight }
    var (node, index, weight) = (Unmanaged.passUnretained(root), index, 0)
    return withExtendedLifetime(root) {
      while node._withUnsafeGuaranteedRef({ $0.height }) > 0 {
        node = node._withUnsafeGuaranteedRef { node in
          let place = node.child(at: &index)
          for place in 0..<place { weight += node.unmanagedChild(place)._withUnsafeGuaranteedRef { $0.weight } }
          return node.unmanagedChild(place)
        }
      }
      return node._withUnsafeGuaranteedRef { $0.elements[..<index].reduce(weight) { $0 + $1.weight } }
    }
  }

  /// The index of the first element for which `isBefore` is `false`. Elements for which it is `true` must come first.
  @inlinable
  func firstIndex(whereNot isBefore: (Element) -> Bool) -> Int { firstIndex(whereNotAt: { isBefore($0.pointee) }) }

  @inlinable
  func firstIndex(whereNotAt isBefore: (UnsafePointer<Element>) -> Bool) -> Int {
    guard let root else { return 0 }
    var (node, start) = (Unmanaged.passUnretained(root), 0)
    return withExtendedLifetime(root) {
      while node._withUnsafeGuaranteedRef({ $0.height }) > 0 {
        node = node._withUnsafeGuaranteedRef { $0.child(whereLastIs: isBefore, &start) }
      }
      return node._withUnsafeGuaranteedRef { leaf in
        var (low, high) = (0, leaf.length)
        while low < high {
          let middle = (low + high) / 2
          if isBefore(leaf.first + middle) { low = middle + 1 } else { high = middle }
        }
        return start + low
      }
    }
  }

  // MARK: All elements

  @inlinable
  func forEachLeaf(_ body: (UnsafeBufferPointer<Element>) -> Void) {
    if let root { Self.forEachLeaf(root, body) }
  }

  @inlinable
  static func forEachLeaf(_ node: Node, _ body: (UnsafeBufferPointer<Element>) -> Void) {
    if node.height == 0 { return body(UnsafeBufferPointer(node.elements)) }
    for child in node.children { forEachLeaf(child, body) }
  }

  @inlinable
  func forEach(_ body: (Element) -> Void) {
    forEachLeaf { leaf in for element in leaf { body(element) } }
  }

  @inlinable var array: ContiguousArray<Element> {
    var all = ContiguousArray<Element>()
    all.reserveCapacity(count)
    forEachLeaf { all.append(contentsOf: $0) }
    return all
  }
}

/// Builds a rope in linear time, leaf by leaf.
@usableFromInline
struct RopeBuilder<Element: RopeElement>: ~Copyable {
  /// The next leaf.
  @usableFromInline var leaf = RopeNode<Element>.make(height: 0, capacity: Element.leafLimit)
  @usableFromInline var leaves: ContiguousArray<RopeNode<Element>> = []

  @inlinable
  init(capacity: Int) { leaves.reserveCapacity(capacity / Element.leafLimit + 1) }

  @inlinable
  mutating func append(_ element: consuming Element) {
    leaf.append(element)
    if leaf.length == Element.leafLimit {
      leaf.measure()
      leaves.append(leaf)
      leaf = .make(height: 0, capacity: Element.leafLimit)
    }
  }

  @inlinable
  consuming func rope() -> Rope<Element> {
    // The last leaf takes only the memory that it needs.
    if leaf.length > 0 { leaves.append(withExtendedLifetime(leaf) { .leaf($0.elements) }) }
    return Rope(leaves: leaves)
  }
}

extension Rope {
  /// Builds a rope of leaves.
  @inlinable
  init(leaves: ContiguousArray<Node>) {
    var level = leaves
    while level.count > 1 {
      var next = ContiguousArray<Node>()
      next.reserveCapacity(level.count / Node.limit + 1)
      for start in stride(from: 0, to: level.count, by: Node.limit) {
        next.append(.inner(level[start..<Swift.min(start + Node.limit, level.count)]))
      }
      level = next
    }
    self.init(root: level.first)
  }
}
