import StreamCore
import StreamPrimitives
import StreamTracing

/// A snapshot read: one thread brings nodes of a region up to date as of one version.
///
/// A result known to be current is stored in its node. A *private value* may be of an older version, or depends on a
/// write of the open batch: it is kept in the evaluation's `memo` instead. So an evaluation finishes even if other
/// threads keep setting sources. A running evaluation is on the stack of its thread.
@usableFromInline
struct Evaluation {
  /// The version of the snapshot.
  ///
  /// `moveEvaluation` replaces it by the current one in three cases:
  ///
  /// - The thread's `changes` has grown: see below.
  /// - A closure that was in a nursery reads its first property.
  /// - A source has kept no value for this version: see `resolveSource`.
  ///
  /// Guarded by: the region's lock while `isRegistered`, because other threads read it then.
  @usableFromInline var version: UInt64 = 0

  /// The number of moves. If it differs at the end of a computation, the inputs may come from two versions.
  var moves: Int32 = 0

  /// The thread's `changes` when the version was taken. If that count has grown, the evaluation moves.
  var changes: UInt64 = 0

  /// The private values. In a batch with writes, also the nodes whose stored values a walk has confirmed. Retains the
  /// nodes.
  ///
  /// The writes of the batch itself are in the ``Transaction``.
  var memo: [NodeRef: MemoEntry] = [:]

  /// Whether a node's value may be private, so that reads check the memo and the transaction.
  @usableFromInline var mayBePrivate = false

  /// Whether the node that is computed, or the observer that is notified, has an input with a private value.
  ///
  /// Copied from the `PathStep` before the body runs. Not used for a tracked closure, whose ``Run`` records its reads.
  var isPrivate = false

  /// Whether `pull` walks over the node again, and computes it if an input differs.
  ///
  /// It does if the evaluation has moved during the computation of a derived value, unless each input is known to have
  /// the same value now.
  var repeats = false

  /// The number of repetitions that are left. At zero, a result is accepted although its inputs have changed.
  var repeatsLeft: Int32 = 100

  /// Whether the evaluation is in the region's list of snapshots. Guarded by: the region's lock.
  var isRegistered = false

  /// The next evaluation in that list. Guarded by: the region's lock.
  var next: UnsafeMutablePointer<Evaluation>?
}

/// The value of a node in one evaluation: an entry of its `memo`.
@usableFromInline
struct MemoEntry {
  /// The private value. `nil`: the stored value is right, as long as the node is clean and has this identity.
  ///
  /// After `copyOld`, `nil` means that the source has kept no value.
  let box: ValueBase?
  let identity: UInt64
}

/// A copy of a value outside of its node, in a memo, a write of a batch or a `Tracking.Entry`.
///
/// Guarded by: the thread that makes it. A commit that stores a write swaps its box's value with the stored one. The
/// box then holds the replaced value, which is released without the lock, and its `word` is no longer used.
@usableFromInline
class ValueBase {
  /// The bytes of a plain value of at most eight bytes.
  @exclusivity(unchecked)
  @usableFromInline final var word: UInt64 = 0

  @usableFromInline init() {}

  /// Retains the box and returns its address. The caller owns the reference.
  @usableFromInline final var retained: UInt64 { UInt64(UInt(bitPattern: Unmanaged.passRetained(self).toOpaque())) }
}

/// A copy of a value of a known type; a small plain value is also in `word`.
@usableFromInline
final class ValueBox<Value>: ValueBase {
  @exclusivity(unchecked)
  @usableFromInline var value: Value

  @inlinable init(_ value: Value) {
    self.value = value
    super.init()
    guard _isPOD(Value.self), MemoryLayout<Value>.size <= 8 else { return }
    withUnsafeMutableBytes(of: &word) { $0.storeBytes(of: value, as: Value.self) }
  }

  /// The box at an address, as `retained` returns it.
  @inlinable
  static func at(_ word: UInt64) -> Unmanaged<ValueBox> {
    .fromOpaque(UnsafeRawPointer(bitPattern: UInt(word)).unsafelyUnwrapped)
  }
}

extension GraphThread {
  /// Brings a node up to date in a new evaluation, then calls `use`. The lock is held on entry and on return.
  ///
  /// - Returns: The actor on which a node has to be computed first, if there is one. Then `use` is not called.
  @usableFromInline
  func evaluate(_ root: NodeRef, then use: () -> Void = {}) -> (any Actor)? {
    withEvaluation {
      pull(root)
      defer { neededActor = nil }
      if neededActor == nil { use() }
      return neededActor
    }
  }

  /// Runs `body` in a new evaluation. The lock is held on entry and on return.
  func withEvaluation<Result>(_ body: () -> Result) -> Result {
    var new = Evaluation(
      version: clock.load(ordering: .relaxed), changes: changes, mayBePrivate: transaction.hasWrites)
    let outer = evaluation
    defer { evaluation = outer }
    return withUnsafeMutablePointer(to: &new) {
      evaluation = $0
      defer { endSnapshot() }
      return body()
    }
  }

  /// Unregisters the snapshot and forgets the private values. Called with the lock held.
  ///
  /// `runHandler` calls it before the handler. Otherwise sources would keep old values until the handler returns.
  func endSnapshot() {
    if evaluation.pointee.isRegistered { unregister() }
    if evaluation.pointee.memo.isEmpty { return }
    for (node, value) in evaluation.pointee.memo {
      release(node)
      releaseLater(value.box)
    }
    evaluation.pointee.memo = [:]
  }

  /// Registers the snapshot: from now on a source that changes keeps its old value for it.
  ///
  /// Called before the evaluation releases the lock. Does nothing in a nursery, which has no sources.
  func register() {
    guard !evaluation.pointee.isRegistered, !withRegion({ $0.isNursery }) else { return }
    evaluation.pointee.isRegistered = true
    withRegion {
      evaluation.pointee.next = $0.snapshots
      $0.snapshots = evaluation
    }
  }

  private func unregister() {
    evaluation.pointee.isRegistered = false
    let historic = withRegion { state -> ContiguousArray<NodeRef> in
      if state.snapshots == evaluation {
        state.snapshots = evaluation.pointee.next
      } else {
        var previous = state.snapshots
        while let next = previous?.pointee.next, next != evaluation { previous = next }
        previous?.pointee.next = evaluation.pointee.next
      }
      guard state.snapshots == nil, !state.historic.isEmpty else { return [] }
      var historic: ContiguousArray<NodeRef> = []
      swap(&historic, &state.historic)
      return historic
    }
    for source in historic {
      source.perform(.forgetOld, self)
      release(source)
    }
  }

  /// Forgets the private values, and moves the evaluation to the current version. Called with the lock held.
  func moveEvaluation() {
    endSnapshot()
    evaluation.pointee.version = clock.load(ordering: .relaxed)
    evaluation.pointee.changes = changes
    evaluation.pointee.moves += 1
    register()
    evaluation.pointee.mayBePrivate = transaction.hasWrites
  }

  /// Continues the evaluation after the lock was taken again. Called with the lock held, before the next read.
  ///
  /// If the thread's `changes` has grown meanwhile, the evaluation moves. If another thread has changed the region,
  /// values may be private from now on.
  @usableFromInline
  func continueEvaluation() {
    if evaluation.pointee.changes != changes { moveEvaluation() }
    evaluation.pointee.mayBePrivate =
      version > evaluation.pointee.version || !evaluation.pointee.memo.isEmpty || transaction.hasWrites
  }

  // MARK: Values

  /// The private value of a node in this evaluation, or the batch's write to a source. Called with the lock held.
  @usableFromInline
  func privateBox(of node: NodeRef) -> ValueBase? {
    evaluation.pointee.memo[node]?.box ?? write(to: node)?.box
  }

  /// The value, private or stored, of a node that was brought up to date. Called with the lock held.
  @inlinable
  func value<Value>(of node: NodeRef, _ type: Value.Type) -> Value {
    if evaluation.pointee.mayBePrivate, let box = privateBox(of: node) {
      return unsafeDowncast(box, to: ValueBox<Value>.self).value
    }
    return node.valuePointer(of: Value.self).pointee
  }

  /// Adds a node to the memo. If `repeats`, drops `box`: in the memo, it would hide the stored value.
  ///
  /// Called with the lock held.
  ///
  /// - Parameter box: The private value; `nil` if the stored value is right.
  @usableFromInline
  func remember(_ node: NodeRef, _ box: ValueBase?, _ identity: UInt64) {
    if evaluation.pointee.repeats { return releaseLater(box) }
    evaluation.pointee.mayBePrivate = true
    let entry = MemoEntry(box: box, identity: identity)
    if let replaced = evaluation.pointee.memo.updateValue(entry, forKey: node) {
      releaseLater(replaced.box)
    } else {
      node.pointee.references += 1
    }
  }

  /// Returns the identity of a node's value in this evaluation; `nil` if only a walk finds it.
  ///
  /// A source is always up to date. For an older snapshot its old value is copied to the memo. If the source has kept
  /// no old value, the evaluation moves. Called with the lock held.
  ///
  /// - Parameter isPrivate: Set to `true` if the value is private; otherwise unchanged.
  @inline(__always)
  func resolve(_ node: NodeRef, _ isPrivate: inout Bool) -> UInt64? {
    if evaluation.pointee.mayBePrivate { return resolvePrivate(node, &isPrivate) }
    if !node.isClean {
      guard node.has(.source) else { return nil }
      // Otherwise the source's next change would not invalidate its dependents.
      node.pointee.isClean = true
    }
    return node.pointee.identity
  }

  private func resolvePrivate(_ node: NodeRef, _ isPrivate: inout Bool) -> UInt64? {
    if let known = evaluation.pointee.memo[node] {
      if known.box != nil { isPrivate = true }
      if known.box != nil || node.isClean && node.pointee.identity == known.identity { return known.identity }
    }
    if node.has(.source) { return resolveSource(node, &isPrivate) }
    if node.hasChosenForGood { return node.pointee.identity }
    // In a batch with writes, only a walk finds out whether the node depends on one of them.
    guard node.isClean, node.pointee.validAt <= evaluation.pointee.version, !transaction.hasWrites else { return nil }
    return node.pointee.identity
  }

  private func resolveSource(_ source: NodeRef, _ isPrivate: inout Bool) -> UInt64? {
    if let index = transaction.index(of: source) {
      isPrivate = true
      return transaction.writes[index].identity
    }
    if source.pointee.validAt > evaluation.pointee.version {
      var old = MemoEntry(box: nil, identity: 0)
      withUnsafeMutablePointer(to: &old) { source.perform(.copyOld($0, at: evaluation.pointee.version), self) }
      if let box = old.box {
        remember(source, box, old.identity)
        isPrivate = true
        return old.identity
      }
      // The source was in another region when it changed, so it did not keep its value for this snapshot.
      moveEvaluation()
    }
    source.pointee.isClean = true
    return source.pointee.identity
  }
}
