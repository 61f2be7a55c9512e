import StreamCore
public import StreamPrimitives
public import StreamTracing

/// A value in a graph of state: a source, which is set; a derived value, which is computed; or an observer, which is
/// told.
///
/// Nodes and links are raw memory, since a count of references for every step along an edge takes longer than all the
/// rest of a recomputation. Their invariants, all of them guarded by the lock of the node's ``Region``:
///
/// 1. A node is stale or clean. All that depends on a stale node is stale. A source is stale when it was set since
///    anybody looked.
/// 2. What a clean node has is what the sources have now, so all clean nodes are of one moment.
/// 3. `changedAt` is the region's stamp at the last change of the value, `seenAt` that of the last computation. An
///    input has changed for a node if its `changedAt` is greater than the node's `seenAt`.
/// 4. `epoch` counts the marks that arrive, also at a node that is stale already. What was computed without the lock is
///    valid if no mark came meanwhile.
/// 5. A stale observer has a place in the queue of a thread, or somebody is validating it, or its handler is running.
/// 6. `references` counts owners, links from dependents, running computations and places in queues. At zero the node is
///    unlinked, and destroyed when the lock is free.
@usableFromInline
package struct Node: ~Copyable {
  /// The first input and the first dependent; the last dependent is `firstDependent.previous`.
  @usableFromInline var firstInput: LinkRef?
  @usableFromInline var firstDependent: LinkRef?

  /// Read without the lock, too. The thread sanitizer takes the change of any field for one of the first, so this is
  /// not the first.
  @usableFromInline var body: NodeBody

  @usableFromInline var changedAt: UInt64 = 0
  var seenAt: UInt64 = 0
  var epoch: UInt32 = 0
  @usableFromInline var references: Int32 = 1

  /// One more than the height of the highest input; observers are told in this order.
  var height: Int32 = 0

  /// How many inputs have not ended.
  var liveInputs: Int32 = 0

  /// The last batch that marked it.
  @usableFromInline var batch: UInt32 = 0

  /// In how many queues an observer waits, or a source whose observers a batch keeps waiting. Who takes the last place
  /// tells.
  @usableFromInline var places: Int16 = 0
  @usableFromInline var flags: NodeFlags

  #if DEBUG
    /// Where the property was made. Guard: written before anybody else has the node.
    var callSite: CallSite?
  #endif

  @usableFromInline
  init(_ body: @escaping NodeBody.Function, _ flags: NodeFlags) {
    self.body = NodeBody(function: body)
    self.flags = flags
  }
}

/// What a node does, in a closure that is made where its type is known: an override of a generic class would run
/// unspecialised. It cannot be copied, so calling it where it is counts no references.
@usableFromInline
struct NodeBody: ~Copyable {
  @usableFromInline typealias Function = @Sendable (NodeRef, NodeAction, Turn) -> Void

  let function: Function

  borrowing func run(_ node: NodeRef, _ action: NodeAction, _ turn: Turn) { function(node, action, turn) }
}

@usableFromInline
enum NodeAction {
  /// Computes the value, or tells an observer. Called, and left, with the lock held.
  case compute
  /// Copies the value to memory of its own. Called with the lock held.
  case copy(UnsafeMutablePointer<UInt64>)
  /// Destroys the value. Called without the lock.
  case destroy
  /// Tells an observer of the end. Called without the lock.
  case end
  /// Who made an observer wants it no longer, also if it has ended already. Called without the lock.
  case dispose
  /// Somebody has begun to watch what a stream feeds (1), or has ceased to (-1), or who watches what is derived from it
  /// may have changed (0). Called without the lock.
  case watch(Int)
}

/// What is the case with a node, a bit each.
///
/// It is no `OptionSet`, whose operations are generic: in a debug build they were two thirds of what a set executes.
@usableFromInline
struct NodeFlags {
  @usableFromInline var bits: UInt16
  @inlinable init(_ bits: UInt16) { self.bits = bits }

  @inlinable static func | (one: Self, other: Self) -> Self { Self(one.bits | other.bits) }

  @inlinable func hasAny(of others: Self) -> Bool { bits & others.bits != 0 }
  @inlinable func hasAll(of others: Self) -> Bool { bits & others.bits == others.bits }
  @inlinable mutating func insert(_ others: Self) { bits |= others.bits }
  @inlinable mutating func remove(_ others: Self) { bits &= ~others.bits }

  @inlinable static var none: Self { Self(0) }

  // What only one kind has, may be a bit that says something else of another kind.

  /// What kind it is, if not derived from inputs that are all known.
  @inlinable static var source: Self { Self(1) }
  @inlinable static var observer: Self { Self(2) }
  /// Its closure finds out what it depends on; inputs after one that has changed may not be needed any more.
  @inlinable static var tracked: Self { Self(4) }
  /// Its value is at most eight plain bytes.
  @inlinable static var isPlain: Self { Self(8) }

  @inlinable static var stale: Self { Self(16) }
  /// To be computed whatever its inputs say.
  @inlinable static var dirty: Self { Self(32) }
  @inlinable static var hasValue: Self { Self(64) }
  /// It cannot change any more.
  @inlinable static var ended: Self { Self(128) }

  /// An observer: nobody is to be told any more.
  @inlinable static var disposed: Self { Self(256) }
  /// An observer: its handler is running, and has to run again.
  @inlinable static var isBusy: Self { Self(512) }
  @inlinable static var again: Self { Self(1024) }

  /// A source: what makes setting it more than storing a value.
  @inlinable static var isWatched: Self { Self(2048) }
  @inlinable static var isBeingModified: Self { Self(1024) }
  /// A derived node: it has the value of the property that its first input has chosen.
  @inlinable static var joins: Self { Self(4096) }
  /// A derived node: it wants to know whether anybody watches; see ``Demand``.
  @inlinable static var asksForWatchers: Self { Self(512) }
  /// It is such a node, or above one.
  @inlinable static var reportsWatchers: Self { Self(8192) }
  /// Nobody has the property any more; it may still be observed.
  @inlinable static var hasNoOwner: Self { Self(16384) }
  /// Observation knows it, or something that it is derived from.
  @inlinable static var isVisible: Self { Self(32768) }
}

/// An edge, in the list of inputs of one node and in the list of dependents of the other.
@usableFromInline
struct Link {
  @usableFromInline let input: NodeRef
  let dependent: NodeRef
  @usableFromInline var nextInput: LinkRef?
  var previousDependent: LinkRef?
  var nextDependent: LinkRef?
}

@usableFromInline package typealias NodeRef = UnsafeMutablePointer<Node>
@usableFromInline typealias LinkRef = UnsafeMutablePointer<Link>

extension LinkRef {
  /// Whether the link is in the block of the node that depends, and goes with that.
  var isInBlock: Bool {
    let dependent = pointee.dependent
    return self >= dependent.links && UnsafeMutableRawPointer(self) < UnsafeMutableRawPointer(dependent)
  }
}

/// What is in front of a node, and is touched without the lock.
@usableFromInline
struct NodePrefix: ~Copyable {
  /// The region that the node was made in; retained.
  let home: Unmanaged<Region>

  /// The region that it is in now, or a part of that.
  @usableFromInline let region: Atomic<UInt>

  /// Where a running closure has written the node down: a guess, which is verified.
  let hint = Atomic<Int32>(0)

  /// How many computations of the node are running. Guard: the region's lock.
  var running: Int16 = 0

  /// How many links are in front of this.
  let linkCount: UInt16

  /// Of the node itself. Guard: the region's lock.
  let access = AccessCheck()

  init(_ home: consuming Region, _ linkCount: Int) {
    self.home = .passRetained(home)
    self.linkCount = UInt16(linkCount)
    region = Atomic(UInt(bitPattern: self.home.toOpaque()))
  }
}

extension NodeRef {
  @inlinable static var prefixSize: Int { MemoryLayout<NodePrefix>.stride }

  /// Makes a node that has no value yet, with room for what its kind has besides, and for the links to so many inputs.
  @usableFromInline
  static func make<Value, More: ~Copyable>(
    _ type: Value.Type, and more: More.Type = Void.self, in home: consuming Region, inputs: Int = 0, _ flags: NodeFlags,
    _ body: @escaping NodeBody.Function
  ) -> NodeRef {
    let isPlain = _isPOD(Value.self) && MemoryLayout<Value>.size <= 8
    let size = Swift.max(8, MemoryLayout<Value>.size + Swift.max(0, MemoryLayout<Value>.alignment - 8))
    return allocate((size + 7) & ~7 + MemoryLayout<More>.size, home, inputs, isPlain ? flags | .isPlain : flags, body)
  }

  /// Makes one block of the links, of what is in front of the node, the node, and its value. Links to more inputs than
  /// the block can count are made one by one.
  @usableFromInline
  static func allocate(
    _ size: Int, _ home: consuming Region, _ inputs: Int, _ flags: NodeFlags, _ body: @escaping NodeBody.Function
  ) -> NodeRef {
    let linkCount = inputs <= UInt16.max ? inputs : 0
    let front = linkCount * MemoryLayout<Link>.stride + prefixSize
    let block = UnsafeMutableRawPointer.allocate(byteCount: front + MemoryLayout<Node>.stride + size, alignment: 8)
    let node = (block + front).assumingMemoryBound(to: Node.self)
    node.prefix.initialize(to: NodePrefix(home, linkCount))
    node.initialize(to: Node(body, flags))
    return node
  }

  /// The first of the links in front of the node.
  var links: LinkRef {
    UnsafeMutableRawPointer(prefix).assumingMemoryBound(to: Link.self) - Int(prefix.pointee.linkCount)
  }

  /// Remembers where the property was made, for what a debug build or a recording may have to say about it.
  @usableFromInline
  func note(_ callSite: CallSite) {
    #if DEBUG
      pointee.callSite = callSite
    #endif
    if Trace.isOnHere { noteTraced(callSite) }
  }

  /// Where the property was made, as far as that is known.
  var callSite: CallSite? {
    #if DEBUG
      pointee.callSite
    #else
      nil
    #endif
  }

  /// The call site as the beginning of a message.
  package var callSitePrefix: String { callSite.map { "\($0): " } ?? "" }

  /// Destroys a node that nobody can reach any more.
  func destroy(_ turn: Turn) {
    if Trace.isOn { TraceNode.forget(TraceKey(self)) }
    if has(.hasValue) { perform(.destroy, turn) }
    let (home, block) = (prefix.pointee.home, UnsafeMutableRawPointer(links))
    deinitialize(count: 1)
    prefix.deinitialize(count: 1)
    block.deallocate()
    home.release()
  }

  /// Runs the body, which lives as long as the node.
  func perform(_ action: NodeAction, _ turn: Turn) { pointee.body.run(self, action, turn) }

  @inlinable var prefix: UnsafeMutablePointer<NodePrefix> {
    (UnsafeMutableRawPointer(self) - Self.prefixSize).assumingMemoryBound(to: NodePrefix.self)
  }

  /// Where the value is.
  @inlinable
  func place<Value>(of type: Value.Type) -> UnsafeMutablePointer<Value> {
    UnsafeMutableRawPointer(self + 1).alignedUp(for: Value.self).assumingMemoryBound(to: Value.self)
  }

  /// Where that is which the kind of the node has besides the value; its alignment is a pointer's at most.
  @inlinable
  func more<Value, More: ~Copyable>(_ type: More.Type, than value: Value.Type) -> UnsafeMutablePointer<More> {
    (UnsafeMutableRawPointer(place(of: Value.self)) + MemoryLayout<Value>.size).alignedUp(toMultipleOf: 8)
      .assumingMemoryBound(to: More.self)
  }

  @inlinable var isStale: Bool { pointee.flags.hasAny(of: .stale) }
  @inlinable func has(_ flags: NodeFlags) -> Bool { pointee.flags.hasAny(of: flags) }
}

/// A list that is worked off from its end. It is one thread's, and what is in it is plain, so nothing is counted or
/// checked, as it would be in an array.
@usableFromInline
struct WorkList<Element: BitwiseCopyable>: ~Copyable {
  private var start: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private var capacity = 16

  init() { start = .allocate(capacity: capacity) }

  deinit { start.deallocate() }

  var isEmpty: Bool { count == 0 }

  subscript(index: Int) -> Element {
    get { start[index] }
    set { start[index] = newValue }
  }

  /// Where an element is, until something is appended.
  func place(_ index: Int) -> UnsafeMutablePointer<Element> { start + index }

  mutating func append(_ element: Element) {
    if count == capacity { grow() }
    start[count] = element
    count += 1
  }

  mutating func removeLast() -> Element {
    count -= 1
    return start[count]
  }

  mutating func removeAll(from count: Int = 0) { self.count = count }

  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
    larger.update(from: start, count: count)
    start.deallocate()
    start = larger
    capacity *= 2
  }
}
