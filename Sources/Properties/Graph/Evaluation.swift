import StreamCore
import StreamPrimitives
import StreamTracing

/// A snapshot read: one thread brings nodes of a region up to date as of one version.
///
/// A result that matches the current sources is stored in its node. A *private value* is of an older version, or
/// depends on a write of the open batch: it is stored in the evaluation's ``Memo`` only. So an evaluation finishes even
/// if other threads keep setting sources. A running evaluation is on the stack of its thread.
@usableFromInline
struct Evaluation {
  /// The version that is read. It moves after changes by this thread, and after a union of regions.
  ///
  /// Guarded by: the region's lock while `isRegistered`, when other threads read it, too.
  @usableFromInline var version: UInt64 = 0

  /// The number of times that the version has moved. Results computed before and after a move may be mixed.
  var moves: Int32 = 0

  /// Whether to move when the evaluation continues, because this thread has changed a source, in a batch or outside.
  var mustMove = false

  /// The private values, once there are any.
  @usableFromInline var memo: Memo?

  /// Whether a node's value may be private, so that reads check the memo and the transaction.
  @usableFromInline var mayBePrivate = false

  /// Whether the node that is being computed, or the observer that is being notified, has a private input.
  var isPrivate = false

  /// Whether to repeat the computation that has just ended, because its inputs were of two versions.
  @usableFromInline var repeats = false

  /// The number of repetitions that are left. At zero, a result of two versions is accepted.
  var repeatsLeft: Int32 = 100

  /// Whether the evaluation is in the region's list of snapshots, and the next one in that list.
  ///
  /// Guarded by: the region's lock.
  var isRegistered = false
  var next: UnsafeMutablePointer<Evaluation>?

  @usableFromInline init() {}
}

/// The private values of one evaluation. The writes of the batch itself are in the ``Transaction``.
@usableFromInline
final class Memo {
  @usableFromInline
  struct Value {
    /// The private value. `nil`: the stored value is used, while the node is clean and has this identity.
    let box: ValueBase?
    let identity: UInt64
  }

  /// The nodes are retained.
  var values: [NodeRef: Value] = [:]

  /// In a batch: the inputs of each tracked closure whose result is not current.
  ///
  /// The inputs are retained. The edges of the node may be those of an earlier run.
  var reads: [NodeRef: [NodeRef]] = [:]
}

/// A copy of a value outside of its node.
@usableFromInline
class ValueBase {
  /// The bytes of a plain value of at most eight bytes.
  @exclusivity(unchecked)
  @usableFromInline final var word: UInt64 = 0

  @usableFromInline init() {}

  /// Retains the box and returns its address. The caller owns the reference.
  @usableFromInline final var retained: UInt64 { UInt64(UInt(bitPattern: Unmanaged.passRetained(self).toOpaque())) }
}

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
    var new = Evaluation()
    new.version = clock.load(ordering: .relaxed)
    new.mayBePrivate = transaction.hasWrites
    let outer = evaluation
    defer { evaluation = outer }
    return withUnsafeMutablePointer(to: &new) {
      evaluation = $0
      defer { endEvaluation() }
      return body()
    }
  }

  /// Unregisters the snapshot and forgets the private values. Called with the lock held.
  ///
  /// `moveEvaluation()` calls this, and so does an observer before its handler runs.
  func endEvaluation() {
    if evaluation.pointee.isRegistered { unregister() }
    if evaluation.pointee.memo != nil { forgetMemo() }
  }

  private func forgetMemo() {
    guard let memo = evaluation.pointee.memo else { return }
    evaluation.pointee.memo = nil
    for node in memo.values.keys { release(node) }
    for inputs in memo.reads.values { for input in inputs { release(input) } }
    releasing.releaseLater(memo)
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

  /// Forgets the private values, and continues at the current version. Called with the lock held.
  func moveEvaluation() {
    evaluation.pointee.mustMove = false
    endEvaluation()
    evaluation.pointee.version = clock.load(ordering: .relaxed)
    evaluation.pointee.moves += 1
    register()
    evaluation.pointee.mayBePrivate = transaction.hasWrites
  }

  /// Records that this thread has changed a source, written to it in a batch, or dropped such writes.
  ///
  /// From now on the running closures of this thread read the new values.
  @usableFromInline
  func recordOwnChange() {
    changes &+= 1
    evaluation.pointee.mustMove = true
    forgetReads()
  }

  /// Updates the evaluation after the lock was taken again. Meanwhile this thread or others may have changed sources.
  @usableFromInline
  func continueEvaluation() {
    if evaluation.pointee.mustMove { moveEvaluation() }
    evaluation.pointee.mayBePrivate =
      version > evaluation.pointee.version || evaluation.pointee.memo != nil || transaction.hasWrites
  }

  // MARK: Values

  /// The private value of a node in this evaluation, if it has one. Called with the lock held.
  @usableFromInline
  func privateBox(of node: NodeRef) -> ValueBase? {
    evaluation.pointee.memo?.values[node]?.box ?? write(to: node)?.box
  }

  /// The value, private or stored, of a node that was brought up to date. Called with the lock held.
  @inlinable
  func value<Value>(of node: NodeRef, _ type: Value.Type) -> Value {
    if evaluation.pointee.mayBePrivate, let box = privateBox(of: node) {
      return unsafeDowncast(box, to: ValueBox<Value>.self).value
    }
    return node.valuePointer(of: Value.self).pointee
  }

  /// Records in the memo a node's private value, or, without a box, that its stored value is up to date.
  @usableFromInline
  func remember(_ node: NodeRef, _ box: ValueBase?, _ identity: UInt64) {
    let memo = evaluation.pointee.memo ?? Memo()
    evaluation.pointee.memo = memo
    evaluation.pointee.mayBePrivate = true
    if memo.values.updateValue(Memo.Value(box: box, identity: identity), forKey: node) == nil {
      node.pointee.references += 1
    }
  }

  /// Returns the identity of a node's value in this evaluation; `nil` if the node is not up to date.
  ///
  /// A source is always up to date. For an older snapshot its old value is copied to the memo. If the source has kept
  /// no old value, the evaluation moves. Called with the lock held.
  ///
  /// - Parameter isPrivate: Set to `true` if the value is private; otherwise unchanged.
  func resolve(_ node: NodeRef, _ isPrivate: inout Bool) -> UInt64? {
    if !evaluation.pointee.mayBePrivate {
      if node.isClean { return node.pointee.identity }
      guard node.has(.source) else { return nil }
      // From now on a change invalidates the dependents.
      node.pointee.state = .clean
      return node.pointee.identity
    }
    if let known = evaluation.pointee.memo?.values[node] {
      if known.box != nil { isPrivate = true }
      if known.box != nil || node.isClean && node.pointee.identity == known.identity { return known.identity }
    }
    if node.has(.source) { return resolveSource(node, &isPrivate) }
    if node.hasChosenForGood { return node.pointee.identity }
    guard node.isClean, node.pointee.validAt <= evaluation.pointee.version, !transaction.hasWrites else { return nil }
    return node.pointee.identity
  }

  private func resolveSource(_ source: NodeRef, _ isPrivate: inout Bool) -> UInt64? {
    if let index = transaction.index(of: source) {
      isPrivate = true
      return transaction.writes[index].identity
    }
    if source.pointee.validAt > evaluation.pointee.version {
      var old = Memo.Value(box: nil, identity: 0)
      withUnsafeMutablePointer(to: &old) { source.perform(.copyOld($0, at: evaluation.pointee.version), self) }
      if let box = old.box {
        remember(source, box, old.identity)
        isPrivate = true
        return old.identity
      }
      // The source has kept no value for this snapshot, because its region was united with this one later.
      moveEvaluation()
    }
    source.pointee.state = .clean
    return source.pointee.identity
  }
}
