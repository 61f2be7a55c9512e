import StreamCore
public import StreamPrimitives

/// A region: a set of nodes with one lock, which guards the nodes, their links, and the state below.
///
/// Connected nodes are always in one region. A source starts with a separate region. An edge between two regions unites
/// them (a union-find), and so does a batch that writes to more than 32 regions. Regions are never divided. The lock is
/// never held while user code runs. A thread takes several locks in the order of their addresses: see
/// ``GraphThread/lockRegions(_:atMost:_:)``. A region is retained by the nodes whose `home` it is, and by the regions
/// that were united into it.
@usableFromInline typealias Region = Lock<RegionState>

@usableFromInline func newRegion() -> Region { Region(RegionState()) }

/// The last version. A change of a source takes the next one, and the writes of a batch share one.
///
/// A change takes the next version while it holds the lock of the source's region; a batch holds the locks of all its
/// regions. So a thread that holds a region's lock can use the last version for a snapshot. Changes already made in the
/// region have at most this version, and later ones a greater one. Only a source without dependents may change without
/// a new version, and only while its region has no registered snapshot.
@usableFromInline let clock = Atomic<UInt64>(1)

@usableFromInline
struct RegionState {
  /// The version of the last change in the region. Changes without a new version do not count: see ``clock``.
  @usableFromInline var version: UInt64 = 1

  /// The region into which this one was united; retained.
  @usableFromInline var parent: Region?

  /// The observers to be notified, each at most once.
  var queue: ContiguousArray<NodeRef> = []

  /// The registered evaluations. Each registers before it releases the lock, except in a nursery.
  ///
  /// A source that changes keeps its old value for them.
  @usableFromInline var snapshots: UnsafeMutablePointer<Evaluation>?

  /// The sources that keep old values.
  var historic: ContiguousArray<NodeRef> = []

  /// The number of regions that were united into this one, itself included.
  var size: Int32 = 1

  /// The number of threads that drain the queue: 0 or 1.
  ///
  /// It is greater only after a union of regions, until all drainers but one have stopped.
  var drainers: Int32 = 0

  /// The address of the ``GraphThread`` that began the drain. While no thread drains, it has no meaning.
  ///
  /// It is not retained. A thread compares it with its own, to find out whether another one is draining. After a union
  /// of two drained regions, it may be the address of the thread that has stopped. At worst the drain then has a
  /// budget.
  var drainer: UnsafeMutableRawPointer?

  /// Whether the drain has a budget.
  ///
  /// A drain has one if another thread has changed the region meanwhile, or if an earlier drain has left observers in
  /// the queue.
  var isShared = false

  /// Whether this is one of the ``nurseries``, whose nodes have no edges.
  var isNursery = false

  /// The number of observers that wait for an actor: they are stale, and not in the queue.
  var hops: Int32 = 0

  /// The number of drains that have ended with an empty queue and no observer that waits for an actor.
  ///
  /// If the count has changed, a ``CutOff`` drops its old values. If two regions are united, the result has the greater
  /// of their counts. So a union may drop them too early. At worst an observer is then notified of an equal value.
  @usableFromInline var drains: UInt64 = 0

  /// Takes over the state of a region that is united into this one.
  mutating func absorb(_ small: inout RegionState) {
    size += small.size
    version = max(version, small.version)
    if !small.queue.isEmpty { queue += small.queue }
    if !small.historic.isEmpty { historic += small.historic }
    (small.queue, small.historic) = ([], [])
    while let evaluation = small.snapshots {
      small.snapshots = evaluation.pointee.next
      evaluation.pointee.next = snapshots
      snapshots = evaluation
    }
    if drainers == 0 { drainer = small.drainer }
    drainers += small.drainers
    hops += small.hops
    isShared = isShared || small.isShared
    drains = max(drains, small.drains)
  }
}

extension NodeRef {
  /// The region that the node is in, or one that was united into that region.
  @inlinable var knownRegion: Unmanaged<Region> {
    .fromOpaque(UnsafeRawPointer(bitPattern: pointee.region.load(ordering: .acquiring)).unsafelyUnwrapped)
  }

  fileprivate func setRegion(_ region: Unmanaged<Region>) {
    pointee.region.store(UInt(bitPattern: region.toOpaque()), ordering: .releasing)
  }

  /// Locks the region that the node is in, and returns it.
  @inlinable
  @inline(__always)
  func lockRegion() -> Unmanaged<Region> {
    let region = knownRegion
    let isRoot = region._withUnsafeGuaranteedRef { region in
      region.lock()
      return region.withLockHeld { $0.parent == nil }
    }
    return isRoot && knownRegion.toOpaque() == region.toOpaque() ? region : lockRegion(insteadOf: region)
  }

  /// Unlocks an outdated region, which was united into another or which the node has left, and locks the current one.
  @usableFromInline
  func lockRegion(insteadOf locked: Unmanaged<Region>) -> Unmanaged<Region> {
    var root = locked
    var known: Unmanaged<Region>
    repeat {
      root._withUnsafeGuaranteedRef { $0.unlock() }
      known = knownRegion
      root = lockRoot(of: known)
    } while knownRegion.toOpaque() != known.toOpaque()
    if root.toOpaque() != known.toOpaque() { setRegion(root) }
    return root
  }

  /// Whether the node is in a nursery. Another thread may move the node immediately afterwards.
  ///
  /// A region's `isNursery` never changes, so it is read without the lock.
  var isInNursery: Bool { knownRegion._withUnsafeGuaranteedRef { $0.state.isNursery } }

  /// Sets the node's `region` to the root of its union, as the path compression of a union-find does.
  ///
  /// Called without a lock.
  func compressPath() { lockRegion()._withUnsafeGuaranteedRef { $0.unlock() } }
}

/// Locks a region, or the one that it was united into, and returns the locked one.
func lockRoot(of region: Unmanaged<Region>) -> Unmanaged<Region> {
  var root = region
  while true {
    let parent = root._withUnsafeGuaranteedRef { region -> Unmanaged<Region>? in
      region.lock()
      guard let parent = region.withLockHeld({ $0.parent }) else { return nil }
      region.unlock()
      return .passUnretained(parent)
    }
    guard let parent else { return root }
    root = parent
  }
}

extension GraphThread {
  /// Locks the regions of several nodes, each once, in the order of their addresses.
  ///
  /// - Returns: Whether the nodes have more than `limit` different `knownRegion`s. Then none is locked. The nodes may
  ///   be in fewer regions, because some have been united.
  func lockRegions(_ count: Int, atMost limit: Int = .max, _ node: (Int) -> NodeRef) -> Bool {
    while true {
      for index in 0..<count {
        let region = node(index).knownRegion
        guard !hasLocked(region) else { continue }
        guard lockedRegions.count < limit else {
          lockedRegions.removeAll(keepingCapacity: true)
          return true
        }
        lockedRegions.append(region)
      }
      if lockedRegions.count > 1 {
        lockedRegions.sort { one, other in
          one._withUnsafeGuaranteedRef { one in other._withUnsafeGuaranteedRef { one.precedes($0) } }
        }
      }
      for region in lockedRegions { region._withUnsafeGuaranteedRef { $0.lock() } }
      let isComplete = (0..<count).allSatisfy { index in
        let region = node(index).knownRegion
        return hasLocked(region) && region._withUnsafeGuaranteedRef { $0.withLockHeld { $0.parent == nil } }
      }
      if isComplete { return false }
      unlockRegions()
      // Stores in each node the region that it is in now.
      for index in 0..<count { node(index).compressPath() }
    }
  }

  private func hasLocked(_ region: Unmanaged<Region>) -> Bool {
    lockedRegions.contains { $0.toOpaque() == region.toOpaque() }
  }

  func unlockRegions() {
    for region in lockedRegions { region._withUnsafeGuaranteedRef { $0.unlock() } }
    lockedRegions.removeAll(keepingCapacity: true)
  }

  /// Moves a node without edges out of the nursery, into the region of `other` or into a new one.
  ///
  /// Does nothing if the node is in no nursery. `other` must have left its nursery before. Called without a lock.
  func leaveNursery(_ node: NodeRef, for other: NodeRef? = nil) {
    guard node.isInNursery else { return }
    _ = lockRegions(other == nil ? 1 : 2) { $0 == 0 ? node : other.unsafelyUnwrapped }
    if node.isInNursery {
      // This is not the last reference: `nurseries` retains the region.
      node.pointee.home.release()
      node.pointee.home = .passRetained(other?.knownRegion.takeUnretainedValue() ?? newRegion())
      node.setRegion(node.pointee.home)
    }
    unlockRegions()
  }

  /// Unites the regions of two nodes: the larger becomes the parent of the smaller. Called without a lock.
  func unite(_ one: NodeRef, _ other: NodeRef) {
    guard one.knownRegion.toOpaque() != other.knownRegion.toOpaque() else { return }
    _ = lockRegions(2) { $0 == 0 ? one : other }
    if one.knownRegion.toOpaque() != other.knownRegion.toOpaque() {
      one.knownRegion._withUnsafeGuaranteedRef { first in
        other.knownRegion._withUnsafeGuaranteedRef { second in
          let isFirstSmaller = first.withLockHeld { $0.size } < second.withLockHeld { $0.size }
          let (large, small) = isFirstSmaller ? (second, first) : (first, second)
          large.withLockHeld { large in small.withLockHeld { large.absorb(&$0) } }
          small.withLockHeld { $0.parent = large }
        }
      }
    }
    unlockRegions()
  }
}

/// Shared regions of new nodes whose inputs are unknown, so that none of them needs a separate region.
///
/// A node leaves the nursery before its first edge is made. Contention is low, because a nursery's lock is held for a
/// few instructions only.
let nurseries = ProcessWide {
  (0..<16).map { _ in
    let region = newRegion()
    region.state.isNursery = true
    return region
  }
}
