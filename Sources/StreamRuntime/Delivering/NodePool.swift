public import StreamPrimitives

/// The free nodes of a ``Gate``'s queue: so what waits costs no allocation once there are as many nodes as wait at a
/// time, up to a limit.
///
/// Who needs a node takes the whole list with one exchange, keeps the first, and puts the others back; if somebody else
/// has put a list there meanwhile, they go along with the item, and the deliverer gets them. So a list has one owner at
/// any time. Nobody reads a node that another may have, and the only thing that is compared is whether there is a list,
/// so one that went and came back in between misleads nobody.
@usableFromInline
package struct NodePool<Item: Sendable>: ~Copyable, Sendable {
  /// A node with an item. The list in the gate's `word` goes from the newest to the oldest, that in its `rest` back.
  @usableFromInline
  package struct Node {
    @usableFromInline let item: Item
    @usableFromInline var next: UInt

    /// The thread that posted it: what a deliverer's own handlers send is not work for others.
    @usableFromInline let thread: UInt

    /// The free nodes that could not be put back.
    @usableFromInline let spares: UInt

    @inlinable init(item: Item, next: UInt, thread: UInt, spares: UInt) {
      self.item = item
      self.next = next
      self.thread = thread
      self.spares = spares
    }
  }

  /// A node without an item, in the same memory.
  @usableFromInline
  struct FreeNode {
    @usableFromInline var next: UInt
    @inlinable init(next: UInt) { self.next = next }
  }

  /// What a deliverer has emptied, and nobody else knows of yet.
  @usableFromInline
  package struct Collected {
    @usableFromInline var first: UInt = 0
    @usableFromInline package var count = 0

    @inlinable package init() {}

    /// Keeps a node, or gives its memory back if there are enough.
    @inlinable
    package mutating func add(_ place: UnsafeMutablePointer<Node>) {
      guard count < NodePool.limit else { return place.deallocate() }
      UnsafeMutableRawPointer(place).initializeMemory(as: FreeNode.self, to: FreeNode(next: first))
      first = UInt(bitPattern: place)
      count += 1
    }

    /// Keeps the nodes of a list.
    @inlinable
    package mutating func add(chain: UInt) {
      var rest = chain
      while let place = NodePool.removeFirst(&rest) { add(place) }
    }
  }

  /// The first of the list.
  @usableFromInline package let first = Atomic<UInt>(0)

  @inlinable package static var limit: Int { 64 }

  @inlinable package init() {}

  @inlinable
  deinit { Self.free(withLastReference { first.load(ordering: .acquiring) }) }

  /// A node, and those that it was taken with and that could not be put back.
  @inlinable
  package func take() -> (place: UnsafeMutablePointer<Node>, others: UInt) {
    guard first.load(ordering: .relaxed) != 0 else { return (.allocate(capacity: 1), 0) }
    var others = first.exchange(0, ordering: .acquiring)
    guard let place = Self.removeFirst(&others) else { return (.allocate(capacity: 1), 0) }
    return (place, others == 0 || put(others) ? 0 : others)
  }

  /// Makes a chain the one that is taken from, if there is none.
  @inlinable
  package func put(_ chain: UInt) -> Bool {
    first.compareExchange(expected: 0, desired: chain, ordering: .releasing).exchanged
  }

  /// Lets others have what a deliverer has collected, if they have run out.
  @inlinable
  package func offer(_ collected: inout Collected) {
    if collected.count > 0, first.load(ordering: .relaxed) == 0, put(collected.first) { collected = Collected() }
  }

  /// Gives the memory of a chain back.
  @usableFromInline
  package static func free(_ chain: UInt) {
    var rest = chain
    while let place = removeFirst(&rest) { place.deallocate() }
  }

  @inlinable
  static func removeFirst(_ chain: inout UInt) -> UnsafeMutablePointer<Node>? {
    guard let place = UnsafeMutableRawPointer(bitPattern: chain) else { return nil }
    chain = place.assumingMemoryBound(to: FreeNode.self).pointee.next
    return place.bindMemory(to: Node.self, capacity: 1)
  }
}
