/// A persistent sequence: a balanced tree whose versions share their equal parts.
///
/// A copy shares the root. A change copies one path from the root to a leaf, except nodes that no other version shares.
/// Two versions are the same if they have the same root.
@usableFromInline
struct Rope<Element: RopeElement>: Sendable {
  @usableFromInline typealias Node = RopeNode<Element>
  @usableFromInline var root: Node?

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
      while let child = node._withUnsafeGuaranteedRef({ $0.unmanagedChild(at: &index) }) { node = child }
      return withExtendedLifetime(root) { node._withUnsafeGuaranteedRef { $0.elements[index] } }
    }
    set { _ = Self.set(newValue, at: index, in: &root!) }
  }

  @inlinable var first: Element? { isEmpty ? nil : self[0] }
  @inlinable var last: Element? { isEmpty ? nil : self[count - 1] }

  /// Replaces an element, and returns the difference of the weights.
  @inlinable
  static func set(_ element: Element, at index: Int, in node: inout Node) -> Int {
    if !isKnownUniquelyReferenced(&node) { node = Node(copying: node) }
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
    guard root != nil else { return root = Node(leaf: [element]) }
    if let right = Self.insert(element, at: index, in: &root!) { root = Node(children: [root!, right]) }
  }

  @inlinable
  mutating func append(_ element: Element) { insert(element, at: count) }

  @inlinable
  static func insert(_ element: Element, at index: Int, in node: inout Node) -> Node? {
    if !isKnownUniquelyReferenced(&node) { node = Node(copying: node) }
    var place = index
    if node.height == 0 {
      node.elements.insert(element, at: index)
    } else {
      var index = index
      place = node.child(at: &index, isInserting: true)
      if let right = insert(element, at: index, in: &node.children[place]) {
        node.children.insert(right, at: place + 1)
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
    if !isKnownUniquelyReferenced(&node) { node = Node(copying: node) }
    let element: Element
    if node.height == 0 {
      element = node.elements.remove(at: index)
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

  /// Replaces the root by its child while the root has only one child.
  @inlinable
  mutating func shrink() {
    if root?.count == 0 { root = nil }
    while let node = root, node.height > 0, node.children.count == 1 { root = node.children[0] }
  }

  /// The sum of the weights before an index.
  @inlinable
  func weight(before index: Int) -> Int {
    guard let root else { return 0 }
    if index == root.count { return root.weight }
    var (node, index, weight) = (Unmanaged.passUnretained(root), index, 0)
    while let child = node._withUnsafeGuaranteedRef({ $0.unmanagedChild(at: &index, addingWeight: &weight) }) {
      node = child
    }
    return withExtendedLifetime(root) {
      node._withUnsafeGuaranteedRef { leaf in
        for place in 0..<index { weight += leaf.elements[place].weight }
        return weight
      }
    }
  }

  /// The index of the first element for which `isBefore` is `false`. Elements for which it is `true` must come first.
  @inlinable
  func firstIndex(whereNot isBefore: (Element) -> Bool) -> Int {
    guard let root else { return 0 }
    var (node, start) = (Unmanaged.passUnretained(root), 0)
    while let child = node._withUnsafeGuaranteedRef({ $0.unmanagedChild(whereLastIs: isBefore, &start) }) {
      node = child
    }
    return withExtendedLifetime(root) {
      node._withUnsafeGuaranteedRef { leaf in
        var (low, high) = (0, leaf.elements.count)
        while low < high {
          let middle = (low + high) / 2
          if isBefore(leaf.elements[middle]) { low = middle + 1 } else { high = middle }
        }
        return start + low
      }
    }
  }

  // MARK: All elements

  @inlinable
  func forEachLeaf(_ body: (ContiguousArray<Element>) -> Void) {
    if let root { Self.forEachLeaf(root, body) }
  }

  @inlinable
  static func forEachLeaf(_ node: Node, _ body: (ContiguousArray<Element>) -> Void) {
    if node.height == 0 { return body(node.elements) }
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
  /// The elements of the next leaf. Its capacity is that of a leaf.
  @usableFromInline let leaf: UnsafeMutablePointer<Element>
  @usableFromInline var count = 0
  @usableFromInline var leaves: ContiguousArray<RopeNode<Element>> = []

  @inlinable
  init(capacity: Int) {
    leaf = .allocate(capacity: Element.leafLimit)
    leaves.reserveCapacity(capacity / Element.leafLimit + 1)
  }

  @inlinable
  deinit {
    leaf.deinitialize(count: count)
    leaf.deallocate()
  }

  @inlinable
  mutating func append(_ element: consuming Element) {
    (leaf + count).initialize(to: element)
    count += 1
    if count == Element.leafLimit { finishLeaf() }
  }

  @inlinable
  mutating func finishLeaf() {
    let elements = ContiguousArray<Element>(unsafeUninitializedCapacity: count) { elements, filled in
      elements.baseAddress?.moveInitialize(from: leaf, count: count)
      filled = count
    }
    leaves.append(RopeNode(leaf: elements))
    count = 0
  }

  @inlinable
  mutating func rope() -> Rope<Element> {
    if count > 0 { finishLeaf() }
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
        next.append(Node(children: ContiguousArray(level[start..<Swift.min(start + Node.limit, level.count)])))
      }
      level = next
    }
    self.init(root: level.first)
  }
}
