/// The measures of a ``RopeNode``, in front of its elements or children.
@usableFromInline
struct RopeMeasures {
  /// The first element of the node, in its first leaf. So a search reads the first elements of the children without
  /// descending to their leaves. The first child retains that leaf.
  @usableFromInline var first: UnsafeRawPointer

  /// The number of elements of a leaf, or the number of children of an inner node.
  @usableFromInline var length = 0
  @usableFromInline let capacity: Int
  @usableFromInline let height: Int

  /// Whether the parts of the node are references. A *part* is an element of a leaf, or a child of an inner node.
  @usableFromInline let hasReferences: Bool

  /// The number of elements of all leaves, and the sum of their weights.
  ///
  /// These words are the last fields. So the children, which follow in memory, are aligned even if elements are
  /// smaller.
  @usableFromInline var count = 0
  @usableFromInline var weight = 0

  @inlinable
  init(first: UnsafeRawPointer, capacity: Int, height: Int, hasReferences: Bool) {
    (self.first, self.capacity, self.height, self.hasReferences) = (first, capacity, height, hasReferences)
  }

  /// Releases the parts of the node.
  ///
  /// Not generic, because the compiler does not specialise `deinit`: it would look up the types of the parts at run
  /// time.
  @usableFromInline
  func release(_ parts: UnsafeMutableRawPointer) {
    guard hasReferences else { return }
    let references = parts.assumingMemoryBound(to: Unmanaged<AnyObject>.self)
    for place in 0..<length { references[place].release() }
  }
}

/// A node of a ``Rope``: a leaf with elements, or an inner node with children of equal height. One allocation.
///
/// Guarded by: uniqueness. A node is changed only while there is one reference to it.
@usableFromInline
final class RopeNode<Element: RopeElement>: ManagedBuffer<RopeMeasures, Element> {
  /// The largest number of children of an inner node.
  ///
  /// It is small, because a change copies a path, and retains the children of each copied node.
  @inlinable static var limit: Int { 16 }

  /// Returns an empty node.
  @inlinable
  static func make(height: Int, capacity: Int) -> RopeNode {
    // The memory of an inner node is counted in elements, too.
    let bytes = capacity * (height == 0 ? MemoryLayout<Element>.stride : MemoryLayout<RopeNode>.stride)
    let node = create(minimumCapacity: (bytes + MemoryLayout<Element>.stride - 1) / MemoryLayout<Element>.stride) {
      RopeMeasures(
        first: $0.withUnsafeMutablePointerToElements { UnsafeRawPointer($0) }, capacity: capacity, height: height,
        hasReferences: height > 0 || !_isPOD(Element.self))
    }
    return unsafeDowncast(node, to: RopeNode.self)
  }

  /// Returns a leaf.
  @inlinable
  static func leaf(_ elements: some Collection<Element>) -> RopeNode {
    let node = make(height: 0, capacity: elements.count)
    node.length = elements.count
    _ = node.elements.initialize(fromContentsOf: elements)
    node.measure()
    return node
  }

  /// Returns an inner node.
  @inlinable
  static func inner(_ children: some Collection<RopeNode>) -> RopeNode {
    let node = make(height: children.first.unsafelyUnwrapped.height + 1, capacity: children.count)
    node.length = children.count
    _ = node.children.initialize(fromContentsOf: children)
    node.measure()
    return node
  }

  deinit {
    let parts = withUnsafeMutablePointerToElements { UnsafeMutableRawPointer($0) }
    withUnsafeMutablePointerToHeader { $0.pointee.release(parts) }
  }

  /// Copies parts one by one. The bulk copy of the runtime calls a function for each reference, which takes longer.
  @inlinable
  static func fill<Part>(_ copies: UnsafeMutableBufferPointer<Part>, _ parts: UnsafeMutableBufferPointer<Part>) {
    let start = copies.baseAddress.unsafelyUnwrapped
    for place in parts.indices { (start + place).initialize(to: parts[place]) }
  }

  /// Makes a node unique, with capacity for `extra` more elements or children. Copies it if it is shared or full.
  @inlinable
  static func unshare(_ node: inout RopeNode, adding extra: Int = 0) {
    let isUnique = isKnownUniquelyReferenced(&node)
    if isUnique, node.length + extra <= node.measures.pointee.capacity { return }
    // A node that is too long by one is split.
    let most = (node.height == 0 ? Element.leafLimit : limit) + 1
    let copy = make(
      height: node.height, capacity: extra == 0 ? node.length : Swift.min(most, (node.length + extra) * 2))
    (copy.length, copy.count, copy.weight) = (node.length, node.count, node.weight)
    if node.height > 0 { copy.measures.pointee.first = node.measures.pointee.first }
    if isUnique {
      copy.take(from: node)
    } else if node.height > 0 {
      fill(copy.children, node.children)
    } else if Element.read(UnsafeBufferPointer(node.elements)) {
      // Copying retains all elements, so their memory is read before.
      fill(copy.elements, node.elements)
    }
    // Otherwise the node could be released before its parts are copied.
    withExtendedLifetime(node) {}
    node = copy
  }
}

extension RopeNode {
  @inlinable var measures: UnsafeMutablePointer<RopeMeasures> { withUnsafeMutablePointerToHeader { $0 } }
  @inlinable var height: Int { measures.pointee.height }

  /// The number of elements of a leaf, or the number of children of an inner node.
  @inlinable var length: Int {
    get { measures.pointee.length }
    set { measures.pointee.length = newValue }
  }

  @inlinable var first: UnsafePointer<Element> { measures.pointee.first.assumingMemoryBound(to: Element.self) }

  @inlinable var count: Int {
    get { measures.pointee.count }
    set { measures.pointee.count = newValue }
  }

  @inlinable var weight: Int {
    get { measures.pointee.weight }
    set { measures.pointee.weight = newValue }
  }

  /// The elements of a leaf. The pointer is valid until the node is changed, and does not keep the node alive.
  @inlinable var elements: UnsafeMutableBufferPointer<Element> {
    UnsafeMutableBufferPointer(start: withUnsafeMutablePointerToElements { $0 }, count: length)
  }

  /// The children of an inner node. The pointer is valid until the node is changed, and does not keep the node alive.
  @inlinable var children: UnsafeMutableBufferPointer<RopeNode> {
    let start = withUnsafeMutablePointerToElements { UnsafeMutableRawPointer($0) }
    return UnsafeMutableBufferPointer(start: start.assumingMemoryBound(to: RopeNode.self), count: length)
  }

  /// The address of a child, or of an element that is an object.
  @inlinable
  func address(_ place: Int) -> UInt {
    withUnsafeMutablePointerToElements {
      UnsafeRawPointer($0).load(fromByteOffset: place * MemoryLayout<UInt>.stride, as: UInt.self)
    }
  }

  /// A child, without counting a reference.
  @inlinable
  func unmanagedChild(_ place: Int) -> Unmanaged<RopeNode> {
    // An unmanaged reference has the same representation as a reference. It is loaded as raw memory, because the memory
    // is bound to `RopeNode`, and a typed load would break strict aliasing.
    withUnsafeMutablePointerToElements {
      UnsafeRawPointer($0).load(fromByteOffset: place * MemoryLayout<RopeNode>.stride, as: Unmanaged<RopeNode>.self)
    }
  }

  /// Computes `count`, `weight` and `first` again after a change of the elements or children.
  @inlinable
  func measure() {
    if height == 0 {
      count = length
      weight = elements.reduce(0) { $0 + $1.weight }
      return
    }
    (count, weight) = (0, 0)
    measureFirst(0)
    for place in 0..<length {
      unmanagedChild(place)._withUnsafeGuaranteedRef { child in
        count += child.count
        weight += child.weight
      }
    }
  }

  /// Updates `first` after a change of the child at a place.
  @inlinable
  func measureFirst(_ place: Int) {
    guard place == 0, height > 0, length > 0 else { return }
    measures.pointee.first = unmanagedChild(0)._withUnsafeGuaranteedRef { $0.measures.pointee.first }
  }

  /// Returns the place of the child that contains an index, and makes the index relative to that child.
  ///
  /// - Parameter isInserting: Whether the index after the last element of a child belongs to that child.
  @inlinable
  func child(at index: inout Int, isInserting: Bool = false) -> Int {
    var place = 0
    while true {
      let count = unmanagedChild(place)._withUnsafeGuaranteedRef { $0.count }
      if index < count || isInserting && index == count { return place }
      index -= count
      place += 1
    }
  }

  /// Finds the last child for whose first element `isBefore` is `true`, otherwise returns the first child.
  ///
  /// This is a binary search, so `isBefore` must be `true` for a prefix of the elements. Adds the number of elements
  /// before the child to `start`.
  @inlinable
  func child(whereLastIs isBefore: (UnsafePointer<Element>) -> Bool, _ start: inout Int) -> Unmanaged<RopeNode> {
    var (low, high) = (0, length - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if isBefore(unmanagedChild(middle)._withUnsafeGuaranteedRef { $0.first }) {
        low = middle
      } else {
        high = middle - 1
      }
    }
    for place in 0..<low { start += unmanagedChild(place)._withUnsafeGuaranteedRef { $0.count } }
    return unmanagedChild(low)
  }

  /// Moves the parts of another node of the same length here, and leaves that node empty. Counts no references.
  @inlinable
  func take(from other: RopeNode) {
    if height == 0 {
      _ = elements.moveInitialize(fromContentsOf: other.elements)
    } else {
      _ = children.moveInitialize(fromContentsOf: other.children)
    }
    other.length = 0
  }

  /// Appends an element to a leaf that has capacity for it.
  @inlinable
  func append(_ element: consuming Element) {
    let start = withUnsafeMutablePointerToElements { $0 }
    (start + length).initialize(to: element)
    length += 1
  }

  @inlinable
  func insert<Part>(_ part: consuming Part, at place: Int, in parts: UnsafeMutableBufferPointer<Part>) {
    let target = parts.baseAddress.unsafelyUnwrapped + place
    (target + 1).moveInitialize(from: target, count: length - place)
    target.initialize(to: part)
    length += 1
  }

  @inlinable
  func remove<Part>(at place: Int, from parts: UnsafeMutableBufferPointer<Part>) -> Part {
    let target = parts.baseAddress.unsafelyUnwrapped + place
    let part = target.move()
    target.moveInitialize(from: target + 1, count: length - place - 1)
    length -= 1
    return part
  }

  /// Splits a node that has become too long, and returns the second half. Returns `nil` if the node is not too long.
  @inlinable
  func split() -> RopeNode? {
    let limit = height == 0 ? Element.leafLimit : Self.limit
    guard length > limit else { return nil }
    let middle = length / 2
    let right = Self.make(height: height, capacity: limit + 1)
    right.length = length - middle
    if height == 0 {
      _ = right.elements.moveInitialize(fromContentsOf: elements[middle...])
    } else {
      _ = right.children.moveInitialize(fromContentsOf: children[middle...])
    }
    length = middle
    measure()
    right.measure()
    return right
  }

  /// Removes a child that has become empty.
  ///
  /// Merges a child that has become short with a neighbour, if that leaves room in the merged node.
  @inlinable
  func mergeChild(at place: Int) {
    if children[place].count == 0 { return _ = remove(at: place, from: children) }
    let limit = children[place].height == 0 ? Element.leafLimit : Self.limit
    guard children[place].length < limit / 4, length > 1 else { return }
    let first = place + 1 < length ? place : place - 1
    let (left, right) = (children[first], children[first + 1])
    guard left.length + right.length <= limit * 3 / 4 else { return }
    children[first] =
      left.height == 0
      ? .leaf(Array(left.elements) + right.elements) : .inner(Array(left.children) + right.children)
    withExtendedLifetime((left, right)) {}
    _ = remove(at: first + 1, from: children)
  }
}

/// An element of a ``Rope``: an object, or plain memory without references. The rope finds the total weight before an
/// index.
@usableFromInline
protocol RopeElement: Sendable {
  var weight: Int { get }

  /// The largest number of elements of a leaf.
  static var leafLimit: Int { get }

  /// Reads the memory of the elements before a copy retains them, so that the cache misses overlap. Returns `true`.
  ///
  /// Otherwise each retain would wait for a separate cache miss.
  static func read(_ elements: UnsafeBufferPointer<Self>) -> Bool
}

extension RopeElement {
  @inlinable static func read(_ elements: UnsafeBufferPointer<Self>) -> Bool { true }

  @inlinable var weight: Int { 1 }

  /// Plain elements are copied without retaining, so a leaf may have more of them.
  @inlinable static var leafLimit: Int { _isPOD(Self.self) ? 64 : 32 }
}

extension UInt64: RopeElement {}

extension Bool: RopeElement {
  @inlinable var weight: Int { self ? 1 : 0 }
}
