public import StreamPrimitives

/// The free nodes of a ``Gate``'s queue, up to a limit. With enough of them, enqueuing an item allocates nothing.
///
/// A thread that needs a node takes the whole list with one exchange, keeps the first node, and puts the others back.
/// If another thread has put a list there meanwhile, the others are stored with the item, and the draining thread gets
/// them. So a list has one owner at any time, and no thread reads a node of another. The only comparison is whether
/// there is a list, so the pool has no ABA problem.
@usableFromInline
package struct NodePool<Item: Sendable>: ~Copyable, Sendable {
  /// A node with an item. The list in the gate's `word` begins with the newest item, the list in `rest` with the
  /// oldest.
  @usableFromInline
  package struct Node {
    @usableFromInline let item: Item
    @usableFromInline var next: UInt

    /// The thread that enqueued the item. Items of the draining thread itself do not use its budget for other threads.
    @usableFromInline let thread: UInt

    /// Free nodes that could not be put back into the pool.
    @usableFromInline let spares: UInt

    @inlinable init(item: Item, next: UInt, thread: UInt, spares: UInt) {
      self.item = item
      self.next = next
      self.thread = thread
      self.spares = spares
    }
  }

  /// A free node, which has no item. It uses the same memory.
  @usableFromInline
  struct FreeNode {
    @usableFromInline var next: UInt
    @inlinable init(next: UInt) { self.next = next }
  }

  /// The nodes that a draining thread has emptied and not yet put into the pool.
  @usableFromInline
  package struct Collected {
    @usableFromInline var first: UInt = 0
    @usableFromInline package var count = 0

    @inlinable package init() {}

    /// Keeps a node, or frees it if there are enough.
    @inlinable
    package mutating func add(_ node: UnsafeMutablePointer<Node>) {
      guard count < NodePool.limit else { return node.deallocate() }
      UnsafeMutableRawPointer(node).initializeMemory(as: FreeNode.self, to: FreeNode(next: first))
      first = UInt(bitPattern: node)
      count += 1
    }

    /// Keeps the nodes of a list.
    @inlinable
    package mutating func add(chain: UInt) {
      var rest = chain
      while let node = NodePool.removeFirst(&rest) { add(node) }
    }
  }

  /// The address of the first free node.
  @usableFromInline package let first = Atomic<UInt>(0)

  @inlinable package static var limit: Int { 64 }

  @inlinable package init() {}

  @inlinable
  deinit { Self.free(withLastReference { first.load(ordering: .acquiring) }) }

  /// Takes a free node, or allocates one.
  ///
  /// - Returns: The node, and free nodes that could not be put back.
  @inlinable
  package func take() -> (node: UnsafeMutablePointer<Node>, others: UInt) {
    guard first.load(ordering: .relaxed) != 0 else { return (.allocate(capacity: 1), 0) }
    var others = first.exchange(0, ordering: .acquiring)
    guard let node = Self.removeFirst(&others) else { return (.allocate(capacity: 1), 0) }
    return (node, others == 0 || put(others) ? 0 : others)
  }

  /// Puts a list of free nodes into the pool.
  ///
  /// - Returns: `false` if the pool has a list already.
  @inlinable
  package func put(_ chain: UInt) -> Bool {
    first.compareExchange(expected: 0, desired: chain, ordering: .releasing).exchanged
  }

  /// Puts the collected nodes into the pool if the pool is empty.
  @inlinable
  package func offer(_ collected: inout Collected) {
    if collected.count > 0, first.load(ordering: .relaxed) == 0, put(collected.first) { collected = Collected() }
  }

  /// Frees the nodes of a list.
  @usableFromInline
  package static func free(_ chain: UInt) {
    var rest = chain
    while let node = removeFirst(&rest) { node.deallocate() }
  }

  @inlinable
  static func removeFirst(_ chain: inout UInt) -> UnsafeMutablePointer<Node>? {
    guard let node = UnsafeMutableRawPointer(bitPattern: chain) else { return nil }
    chain = node.assumingMemoryBound(to: FreeNode.self).pointee.next
    return node.bindMemory(to: Node.self, capacity: 1)
  }
}
