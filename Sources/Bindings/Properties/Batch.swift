import StreamCore
public import Synchronization

/// Sets several properties as if at once: observers hear of the whole, and derived properties are computed once.
///
/// ```swift
/// batch { first.value = "Grace"; last.value = "Hopper" }   // full: "Grace Hopper", once
/// ```
///
///     first    Ada-------Grace
///     last     Lovelace--Hopper
///     full     (Ada Lovelace)--(Grace Hopper)
///
/// Inside, a property that was set has its new value for everybody who reads it, and a derived property that is read follows. Observers of what was
/// set, and of what is derived from it, hear when the body is over, of the last value only, and so does Observation; no observer on any thread, of a property or of a
/// derived one, sees a part of it. An error that the body throws leaves what was set before it. A batch in a batch is part of it.
///
/// No lock is held while the body runs, so threads may have batches at the same time, and none waits for another: what each sets, the others can read, and a
/// property that several set has what was set last (``MutableProperty/modify(_:)`` loses nothing). Such batches are told as one, when the last is over; so
/// is what others set meanwhile in a property that a batch has set.
public func batch<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
  try Turn.with { turn throws(Failure) in
    guard turn.batch == nil else { return try body() }
    let batch = Batch()
    turn.batch = batch
    openBatches.add(1, ordering: .relaxed)
    defer {
      turn.batch = nil
      batch.close()
      openBatches.subtract(1, ordering: .relaxed)
    }
    return try body()
  }
}

/// How many batches there are in the process: while there are none, a property that is set does not ask whether it is in one.
@usableFromInline let openBatches = Atomic<Int>(0)

/// Batches that are told as one: one, or several that have set the same property at the same time.
///
/// Which batches have become one, how many of them are open, and what they have set is under one lock for all: only batches take it. It is taken
/// with locks of properties held, and never the other way round.
@usableFromInline
final class Batch: Sendable {
  /// What it guards is in the batches; it counts how often two have become one, since to ThreadSanitizer a lock without a state is one place for all.
  private static let lock = Lock<UInt>(0)

  /// The batch that this has become part of. Guard, as for the others: `lock`.
  nonisolated(unsafe) private var whole: Batch?
  nonisolated(unsafe) private var open = 1
  nonisolated(unsafe) private var leaves: [any Leaf] = []

  private var root: Batch {
    var root = self
    while let whole = root.whole { root = whole }
    return root
  }

  /// Takes note of a source that keeps its change back. Called with its lock held, as is the next.
  func add(_ leaf: any Leaf) { Self.lock.withLock { _ in root.leaves.append(leaf) } }

  /// Makes two batches one.
  static func join(_ one: Batch, _ other: Batch) {
    lock.withLock { joined in
      let (one, other) = (one.root, other.root)
      guard one !== other else { return }
      joined &+= 1
      one.open += other.open
      one.leaves += other.leaves
      other.leaves = []
      other.whole = one
    }
  }

  /// Ends one of the batches; the last tells of them all.
  func close() {
    let leaves = Self.lock.withLock { _ -> [any Leaf] in
      root.open -= 1
      return root.open == 0 ? root.leaves : []
    }
    guard !leaves.isEmpty else { return }
    let ordered = inLockOrder(leaves)
    for leaf in ordered { leaf.lock() }
    // A batch that has set one of the sources meanwhile is open, or has been closed and has told of all.
    let isLast = Self.lock.withLock { _ in
      guard root.open == 0, root.leaves.count == leaves.count else { return false }
      root.leaves = []
      return true
    }
    let released = isLast ? leaves.compactMap { $0.release() } : []
    for leaf in ordered { leaf.unlock() }
    for source in released { source.changed?() }
    Turn.with { turn in
      turn.tell(released.flatMap(\.dependents)) {
        for source in released { source.deliver?() }
      }
    }
  }
}
