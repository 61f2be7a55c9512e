import StreamCore
public import StreamPrimitives
public import StreamTracing

/// A node of the state graph: a source, a derived value or an observer.
///
/// A source is set, a derived value is computed, and an observer is notified.
///
/// Nodes and links are raw memory. Otherwise the reference counts of each step along an edge would take longer than the
/// rest of a recomputation. Guarded by: the lock of the node's ``Region``, with the exceptions noted. The atomics are
/// accessed without the lock. Docs/Internals/Graph.md has the states and the invariants.
@usableFromInline
package struct Node: ~Copyable {
  /// The first input and the first dependent; the last dependent is `firstDependent.previousDependent`.
  @usableFromInline var firstInput: LinkRef?
  @usableFromInline var firstDependent: LinkRef?

  /// The behaviour of the node, which threads run with and without the lock.
  ///
  /// It is set when the node is made. It is replaced at most once: if the choice of a `flatMap` is final, an empty body
  /// replaces that of the choosing node. At that time no other thread runs it.
  ///
  /// Neither `body` nor an atomic may be the first field. The thread sanitizer reports each access to the struct as one
  /// to its first field, so it would report a read of `body` without the lock as a race.
  @usableFromInline var body: NodeBody

  /// The identity of the value: if it is the identity that a dependent has recorded, the value is the same.
  ///
  /// A source takes a new identity with each change, or that of a batch's write. A computed value has a digest of the
  /// identities of its inputs (see `identityOfInputs`), or the identity of an earlier value that is the same. For an
  /// observer it is the order of subscription.
  @usableFromInline var identity: UInt64 = 0

  /// The version at which the value was last known to be right. For a source: the version of its last change.
  ///
  /// A source without dependents changes without a new version, and stores the last one. For an observer: 0 until it
  /// was first brought up to date, and `.max` when it is retired.
  @usableFromInline var validAt: UInt64 = 0

  /// The version of the last invalidation that arrived. A source uses it for `lastModified`.
  @usableFromInline var invalidatedAt: UInt64 = 0

  /// The reference count.
  ///
  /// Each of these holds one reference: an owner, a link from a dependent, a running computation, an entry of a
  /// ``Tracking``, and a step of a walk. A list that retains its nodes, such as a queue or a memo, holds one for each
  /// entry.
  ///
  /// An observer owns itself until it is retired. At zero the node is unlinked, and then destroyed without the lock.
  @usableFromInline var references: Int32 = 1

  /// The number of links to inputs that can still change.
  var liveInputs: Int32 = 0

  /// The number of computations of this node that are running, on any thread.
  var running: Int16 = 0

  /// Whether no invalidation has reached the node since it was brought up to date. Otherwise the node is *stale*.
  ///
  /// - A source becomes stale when a change invalidates its dependents, and clean when an evaluation next reads it.
  /// - A derived node is stale until it has a value. It becomes clean when its value is stored or confirmed.
  /// - An observer becomes clean before its inputs are brought up to date. From then on, an invalidation makes it stale
  ///   and enqueues it, even while its handler runs. An observer in `Transaction.newcomers` is clean, too.
  ///
  /// Invariant: every dependent of a stale node is stale. So an invalidation stops at a stale node. There are two
  /// exceptions. An observer may be clean although an input is stale: its walk, or the end of the batch, detects the
  /// change. A node with `isPart` may be, because only ``Parts`` invalidates it.
  @usableFromInline var isClean = false
  @usableFromInline var flags: NodeFlags

  /// The number of links in front of the node, in the same block of memory.
  let linkCount: Int32

  /// A guess at the index of the node's entry in a thread's ``Tracking``. All threads overwrite it, so a thread
  /// verifies it before use.
  let hint = Atomic<Int32>(0)

  /// A strong reference to the region in which the node was made. It is replaced only when the node leaves a nursery.
  ///
  /// It keeps alive each region whose address may be in `region`, because a region retains its parent.
  var home: Unmanaged<Region>

  /// The region that the node is in now, or one that was united into that region.
  @usableFromInline let region: Atomic<UInt>

  /// Verifies that accesses to the node never race.
  let access = AccessCheck()

  #if DEBUG
    /// Where the property was made.
    ///
    /// Guarded by: nothing (it is written before another thread has the node).
    var callSite: CallSite?
  #endif

  init(_ home: consuming Region, _ linkCount: Int, _ flags: NodeFlags, _ body: @escaping NodeBody.Function) {
    self.body = NodeBody(function: body)
    self.flags = flags
    self.linkCount = Int32(linkCount)
    self.home = .passRetained(home)
    region = Atomic(UInt(bitPattern: self.home.toOpaque()))
  }
}

/// The behaviour of a node: a closure that is made where the type of the value is known.
///
/// An override in a generic class would run unspecialised. The struct cannot be copied, so a call retains nothing.
@usableFromInline
struct NodeBody: ~Copyable {
  @usableFromInline typealias Function = @Sendable (NodeRef, NodeAction, GraphThread) -> Void

  let function: Function

  borrowing func perform(_ node: NodeRef, _ action: NodeAction, _ thread: GraphThread) {
    function(node, action, thread)
  }
}

@usableFromInline
enum NodeAction {
  /// Computes the value, or notifies an observer. The lock is held on entry and on return.
  ///
  /// If the closure belongs to an actor that this thread is not on, the body only stores that actor in `neededActor`.
  case compute
  /// Copies the value into a retained ``ValueBox``, and stores the box's address. Called with the lock held.
  case copy(UnsafeMutablePointer<UInt64>)
  /// Copies the value that a source had at a version, if the source has kept it. Called with the lock held.
  case copyOld(UnsafeMutablePointer<MemoEntry>, at: UInt64)
  /// Drops the old values of a source, which are released later. Called with the lock held.
  case forgetOld
  /// Forgets a node that depends on a part of a source. Called with the lock held.
  case forgetPart(NodeRef)
  /// Stores a write of the thread's transaction, given by its index. Called with the lock held.
  case commit(_ index: Int, at: UInt64)
  /// Destroys the value, if the node has one, and all that is stored beside it. Called without the lock.
  case destroy
  /// Notifies an observer of the completion. Called without the lock.
  case end
  /// Releases the resources of an observer, at each call of `dispose`, also after its end. Called without the lock.
  case dispose
  /// Notifies a node of a change of its subscribers or dependents. Called without the lock.
  ///
  /// - 1 or -1: a node that a stream feeds has gained or lost a direct subscriber.
  /// - 0: a node with `asksForWatchers` has lost its last dependent, or the subscribers of nodes derived from it may
  ///   have changed.
  case watch(Int)
}

/// Node flags. Three bits are used twice: a derived node has them for `asksForWatchers`, `isSpent` and `isPart`, an
/// observer for `isBusy` and `again`, a source for `isWatched`.
///
/// It is not an `OptionSet`: the generic operations of that protocol took two thirds of the instructions of
/// `Source.set` in a debug build.
@usableFromInline
struct NodeFlags {
  @usableFromInline var bits: UInt16
  @inlinable init(_ bits: UInt16) { self.bits = bits }

  @inlinable static func | (one: Self, other: Self) -> Self { Self(one.bits | other.bits) }

  @inlinable func hasAny(of others: Self) -> Bool { bits & others.bits != 0 }
  @inlinable mutating func insert(_ others: Self) { bits |= others.bits }
  @inlinable mutating func remove(_ others: Self) { bits &= ~others.bits }

  @inlinable static var none: Self { Self(0) }

  /// The kind of node: `source`, `observer`, `tracked`, or none of them for a derived node with fixed inputs. An effect
  /// is both an observer and tracked.
  @inlinable static var source: Self { Self(1) }
  @inlinable static var observer: Self { Self(2) }
  /// The inputs are the properties that a closure has read. A walk stops at the first input that has changed, because
  /// the closure may no longer read those after it.
  @inlinable static var tracked: Self { Self(4) }
  /// The value is at most eight plain bytes.
  @inlinable static var isPlain: Self { Self(8) }

  // MARK: All nodes

  @inlinable static var hasValue: Self { Self(16) }
  /// A source: it will not change again, for example because its property was released. Another node: all inputs have
  /// ended.
  ///
  /// The next run of a stale tracked node may read other inputs. So a derived one gets the flag only after that run. An
  /// effect gets it before, and loses it if the run reads an input that has not ended.
  @inlinable static var ended: Self { Self(32) }
  /// The node asks for its subscribers (see ``SubscriberCheck``), or depends on a node that does.
  @inlinable static var reportsWatchers: Self { Self(8192) }
  /// The property of a `flatMap` has been released; the node may still be observed.
  @inlinable static var hasNoOwner: Self { Self(16384) }
  /// The node, or one that it is derived from, is visible to the Observation framework.
  @inlinable static var isVisible: Self { Self(32768) }

  // MARK: Observers

  /// It must no longer be notified.
  @inlinable static var disposed: Self { Self(64) }
  /// It is in the queue of its region or in a `round`, or waits for an actor.
  @inlinable static var isQueued: Self { Self(128) }
  /// A thread is bringing it up to date or is in its handler. A thread that drains the queue meanwhile only sets
  /// `again`.
  @inlinable static var isBusy: Self { Self(256) }
  /// A busy observer: it is enqueued when its handler returns.
  @inlinable static var again: Self { Self(512) }

  // MARK: Sources

  /// It has had direct subscribers or bindings.
  @inlinable static var isWatched: Self { Self(1024) }
  /// Calls of `modify` are running, outside of batches.
  @inlinable static var isBeingModified: Self { Self(2048) }

  // MARK: Derived nodes

  /// It is notified when its last dependent is gone.
  ///
  /// With `reportsWatchers`, it is notified when it may have gained or lost subscribers as well: see
  /// ``SubscriberCheck``.
  @inlinable static var asksForWatchers: Self { Self(256) }
  /// It chooses for a `flatMap`, and its choice is final. It has lost `hasValue`, and its closure is released as soon
  /// as no lock is held.
  @inlinable static var isSpent: Self { Self(512) }
  /// It depends on a part of a source; see ``Parts``.
  @inlinable static var isPart: Self { Self(1024) }
  /// The result of `flatMap`. Its first input chooses the property that is its second input.
  @inlinable static var chooses: Self { Self(4096) }
}

/// An edge, in the list of inputs of one node and in the list of dependents of the other. The dependent owns it, and it
/// retains the input.
@usableFromInline
struct Link {
  @usableFromInline let input: NodeRef
  let dependent: NodeRef

  /// The identity of the input's value that the dependent was last computed from, or that an observer last received.
  @usableFromInline var seen: UInt64 = 0
  @usableFromInline var nextInput: LinkRef?

  /// The previous link in the list of dependents. For the first link it is the last one.
  var previousDependent: LinkRef?
  var nextDependent: LinkRef?
}

@usableFromInline package typealias NodeRef = UnsafeMutablePointer<Node>
@usableFromInline typealias LinkRef = UnsafeMutablePointer<Link>

extension LinkRef {
  /// Whether the link is in the memory block of its dependent, and is freed with that block.
  var isInBlock: Bool {
    let dependent = pointee.dependent
    return self >= dependent.links && UnsafeMutableRawPointer(self) < UnsafeMutableRawPointer(dependent)
  }
}

extension NodeRef {
  /// Makes a node without a value, with room for `more` and for the links to its inputs.
  ///
  /// The links, the node and its value are in one block of memory, in this order.
  @usableFromInline
  static func make<Value, More: ~Copyable>(
    _ type: Value.Type, and more: More.Type = Void.self, in home: consuming Region, inputs: Int = 0, _ flags: NodeFlags,
    _ body: @escaping NodeBody.Function
  ) -> NodeRef {
    let isPlain = _isPOD(Value.self) && MemoryLayout<Value>.size <= 8
    let size = Swift.max(8, MemoryLayout<Value>.size + Swift.max(0, MemoryLayout<Value>.alignment - 8))
    let moreSize = MemoryLayout<More>.size + Swift.max(0, MemoryLayout<More>.alignment - 8)
    let (front, back) = (inputs * MemoryLayout<Link>.stride, (size + 7) & ~7 + moreSize)
    let block = UnsafeMutableRawPointer.allocate(byteCount: front + MemoryLayout<Node>.stride + back, alignment: 8)
    let node = (block + front).assumingMemoryBound(to: Node.self)
    node.initialize(to: Node(home, inputs, isPlain ? flags | .isPlain : flags, body))
    return node
  }

  /// The first of the links in front of the node.
  var links: LinkRef {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: Link.self) - Int(pointee.linkCount)
  }

  /// Records the call site of the property, for messages of debug builds and for recordings.
  @usableFromInline
  func setCallSite(_ callSite: CallSite) {
    #if DEBUG
      pointee.callSite = callSite
    #endif
    if Trace.isOnHere { traceCallSite(callSite) }
  }

  /// Where the property was made. Known in debug builds only.
  var callSite: CallSite? {
    #if DEBUG
      pointee.callSite
    #else
      nil
    #endif
  }

  /// The call site as the beginning of a message.
  package var callSitePrefix: String { callSite.map { "\($0): " } ?? "" }

  /// Destroys a node that has no references. Called without the lock.
  func destroy(_ thread: GraphThread) {
    if Trace.isOn { TraceNode.unregister(TraceKey(self)) }
    perform(.destroy, thread)
    let (home, block) = (pointee.home, UnsafeMutableRawPointer(links))
    deinitialize(count: 1)
    block.deallocate()
    home.release()
  }

  /// Runs the body.
  func perform(_ action: NodeAction, _ thread: GraphThread) { pointee.body.perform(self, action, thread) }

  /// The address of the value.
  @inlinable
  func valuePointer<Value>(of type: Value.Type) -> UnsafeMutablePointer<Value> {
    UnsafeMutableRawPointer(self + 1).alignedUp(for: Value.self).assumingMemoryBound(to: Value.self)
  }

  /// The address of the additional state behind the value.
  @inlinable
  func more<Value, More: ~Copyable>(_ type: More.Type, than value: Value.Type) -> UnsafeMutablePointer<More> {
    (UnsafeMutableRawPointer(valuePointer(of: Value.self)) + MemoryLayout<Value>.size)
      .alignedUp(toMultipleOf: Swift.max(8, MemoryLayout<More>.alignment)).assumingMemoryBound(to: More.self)
  }

  /// Of a source: the version of the last change that was made by `modify`.
  ///
  /// It uses the field `invalidatedAt`, because no invalidation arrives at a source.
  @inlinable var lastModified: UInt64 {
    get { pointee.invalidatedAt }
    nonmutating set { pointee.invalidatedAt = newValue }
  }

  /// Returns a copy of the node's value. Called with the lock held.
  func copyValue(_ thread: GraphThread) -> ValueBase {
    var word: UInt64 = 0
    withUnsafeMutablePointer(to: &word) { perform(.copy($0), thread) }
    let box = Unmanaged<ValueBase>.fromOpaque(UnsafeRawPointer(bitPattern: UInt(word)).unsafelyUnwrapped)
    return box.takeRetainedValue()
  }

  /// Drops a reference. Called without the lock.
  ///
  /// A node without references is destroyed later, by ``GraphThread/release()``.
  func release(_ thread: GraphThread) {
    thread.lock(self)
    thread.release(self)
    thread.unlock()
  }

  @inlinable var isClean: Bool { pointee.isClean }
  @inlinable func has(_ flags: NodeFlags) -> Bool { pointee.flags.hasAny(of: flags) }
}
