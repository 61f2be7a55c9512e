import StreamCore
import StreamPrimitives
import StreamTracing

/// A snapshot read: one thread brings nodes up to date as of one version of a region.
///
/// A result that matches the current sources is stored in its node. A *private value* is of an older version, or
/// depends on a write of the open batch: it is stored in the evaluation's ``Memo`` only. So an evaluation finishes even
/// if other threads keep setting sources.
@usableFromInline
struct Evaluation {
  /// The version that is read. It moves after changes by this thread, and after a union of regions.
  @usableFromInline var version: UInt64 = 0
  var moves: Int32 = 0

  /// The changes that this thread has made since the evaluation began, and those that a united region brought along.
  @usableFromInline var ownChanges: UInt64 = 0

  /// Whether to move when the lock is taken next. This thread has written in a batch, set a source of another region,
  /// or run a handler that has changed a source.
  var mustMove = false

  /// The private values, once there are any.
  @usableFromInline var memo: Memo?

  /// Whether a node's value may be private, so that reads check the memo and the transaction.
  @usableFromInline var isOld = false

  /// Whether the next computation has a private value among its inputs.
  var isPrivate = false

  /// Whether to repeat the computation that has just ended, because its inputs were of two versions.
  @usableFromInline var repeats = false

  /// The number of repetitions that are left. At zero, a result of two versions is accepted.
  var repeatsLeft: Int32 = 100
  var isActive = false

  /// The region that is read, or one that has become a part of that.
  var region: UnsafeMutableRawPointer?
  var isRegistered = false

  @usableFromInline init() {}
}

/// The private values of one evaluation. The writes of the batch itself are in the ``Transaction``.
@usableFromInline
final class Memo {
  struct Value {
    /// `nil` if this evaluation uses the value that is stored in the node.
    let box: ValueBase?
    let identity: UInt64
  }

  /// The nodes are retained.
  var values: [NodeRef: Value] = [:]

  /// The inputs of each tracked closure whose result was not current, in a batch. Its edges may not show them.
  var reads: [NodeRef: [NodeRef]] = [:]
}

/// A copy of a value outside of its node.
@usableFromInline
class ValueBase {
  /// The bytes of a plain value of at most eight bytes.
  @usableFromInline final var word: UInt64 = 0

  /// Retains the box and returns its address. The caller owns the reference.
  @usableFromInline final var retained: UInt64 { UInt64(UInt(bitPattern: Unmanaged.passRetained(self).toOpaque())) }
}

@usableFromInline
final class ValueBox<Value>: ValueBase {
  @usableFromInline var value: Value

  @usableFromInline init(_ value: Value) {
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
  /// Brings a node up to date in a new evaluation, then calls `use`. Called, and left, with the lock held.
  ///
  /// - Returns: The actor on which a node has to be computed first, if there is one. Then `use` is not called.
  @usableFromInline
  func evaluate(_ root: NodeRef, then use: () -> Void = {}) -> (any Actor)? {
    runInEvaluation {
      pullWithStack(root)
      defer { neededActor = nil }
      if neededActor == nil { use() }
      return neededActor
    }
  }

  /// Runs `body` in a new evaluation. Called, and left, with the lock held.
  func runInEvaluation<Result>(_ body: () -> Result) -> Result {
    var new = Evaluation()
    new.isActive = true
    new.region = region.toOpaque()
    new.version = clock.load(ordering: .relaxed)
    new.isOld = transaction.hasWrites
    let outer = evaluation
    defer { evaluation = outer }
    return withUnsafeMutablePointer(to: &new) {
      evaluation = $0
      defer { endEvaluation() }
      return body()
    }
  }

  /// Unregisters the snapshot and forgets the private values. Called with the lock held.
  func endEvaluation() {
    if evaluation.pointee.isRegistered { unregister() }
    if evaluation.pointee.memo != nil { forgetMemo() }
  }

  private func forgetMemo() {
    guard let memo = evaluation.pointee.memo else { return }
    evaluation.pointee.memo = nil
    for node in memo.values.keys { release(node) }
    releasing.discard(memo)
  }

  /// Registers the snapshot: sources that change keep their values of it. Called before the lock is released.
  func register() {
    guard !evaluation.pointee.isRegistered, !withRegion({ $0.isNursery }) else { return }
    evaluation.pointee.isRegistered = true
    withRegion { $0.snapshots.append(evaluation.pointee.version) }
  }

  private func unregister() {
    evaluation.pointee.isRegistered = false
    let historic = withRegion { state -> ContiguousArray<NodeRef> in
      if let index = state.snapshots.lastIndex(of: evaluation.pointee.version) {
        state.snapshots.swapAt(index, state.snapshots.count - 1)
        state.snapshots.removeLast()
      }
      guard state.snapshots.isEmpty, !state.historic.isEmpty else { return [] }
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
    evaluation.pointee.isOld = transaction.hasWrites
  }

  /// Records a change of a source by this thread: its running closures read the new value. Called with the lock held.
  @usableFromInline
  func noteOwnChange() {
    changes &+= 1
    if drained?.toOpaque() == region.toOpaque() { drainedChanges &+= 1 }
    let isHere = region.toOpaque() == evaluation.pointee.region
    if isHere { evaluation.pointee.ownChanges += 1 }
    guard evaluation.pointee.isActive else { return }
    // Otherwise the source is in another region, or the evaluation's region was united into this one.
    if isHere { moveEvaluation() } else { evaluation.pointee.mustMove = true }
    forgetReads()
  }

  /// Records that the open batch has written to a source, or has dropped its writes. Called without the lock.
  @usableFromInline
  func noteOwnWrite() {
    changes &+= 1
    evaluation.pointee.mustMove = true
    forgetReads()
  }

  /// Updates the evaluation after the lock was taken again: other threads may have changed sources.
  @usableFromInline
  func noteTime() {
    evaluation.pointee.region = region.toOpaque()
    if evaluation.pointee.mustMove { moveEvaluation() }
    evaluation.pointee.isOld =
      version > evaluation.pointee.version || evaluation.pointee.memo != nil || transaction.hasWrites
  }

  // MARK: Values

  /// The private value of a node in this evaluation, if it has one. Called with the lock held.
  @usableFromInline
  func privateBox(of node: NodeRef) -> ValueBase? {
    evaluation.pointee.memo?.values[node]?.box ?? writtenBox(of: node)
  }

  /// The value, private or stored, of a node that was brought up to date. Called with the lock held.
  @inlinable
  func value<Value>(of node: NodeRef, _ type: Value.Type) -> Value {
    if evaluation.pointee.isOld, let box = privateBox(of: node) {
      return unsafeDowncast(box, to: ValueBox<Value>.self).value
    }
    return node.place(of: Value.self).pointee
  }

  @usableFromInline
  func remember(_ node: NodeRef, _ box: ValueBase?, _ identity: UInt64) {
    let memo = evaluation.pointee.memo ?? Memo()
    evaluation.pointee.memo = memo
    evaluation.pointee.isOld = true
    if memo.values.updateValue(Memo.Value(box: box, identity: identity), forKey: node) == nil {
      node.pointee.references += 1
    }
  }

  /// The identity of a node's value in this evaluation; `nil` if the node must be brought up to date first.
  ///
  /// - Parameter isPrivate: Set to `true` if the value is private.
  func resolve(_ node: NodeRef, _ isPrivate: inout Bool) -> UInt64? {
    if !evaluation.pointee.isOld {
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
    guard node.isClean, node.pointee.validAt <= evaluation.pointee.version, !transaction.hasWrites else { return nil }
    return node.pointee.identity
  }

  private func resolveSource(_ source: NodeRef, _ isPrivate: inout Bool) -> UInt64? {
    if let index = transaction.index(of: source) {
      isPrivate = true
      return transaction.writes[index].identity
    }
    if source.pointee.validAt > evaluation.pointee.version {
      var old = OldValue()
      withUnsafeMutablePointer(to: &old) { source.perform(.copyOld($0, at: evaluation.pointee.version), self) }
      if let box = old.box {
        remember(source, box, old.identity)
        isPrivate = true
        return old.identity
      }
      // The source has kept no value for this snapshot: its region was united with this one later.
      moveEvaluation()
    }
    source.pointee.state = .clean
    return source.pointee.identity
  }

  // MARK: Computing

  /// Starts a computation of a node: records it in `running` and releases the lock.
  @usableFromInline
  func begin(_ node: NodeRef) {
    node.pointee.references += 1
    node.pointee.running += 1
    depth += 1
    running.append(run(node, tracking.suspend()))
    register()
    unlock()
  }

  /// Creates the record of a computation that starts now.
  func run(_ node: NodeRef, _ context: Tracking.Context) -> Run {
    Run(
      node: node, version: evaluation.pointee.version, moves: evaluation.pointee.moves,
      isPrivate: evaluation.pointee.isPrivate,
      validAt: node.pointee.validAt, writes: transaction.count,
      foreignChanges: foreignChanges, context: context)
  }

  /// The number of changes of the region without ``Evaluation/ownChanges``: it grows when another thread changes it.
  var foreignChanges: UInt64 { withRegion { $0.changes } &- evaluation.pointee.ownChanges }

  /// Ends a computation: takes the lock again, and returns whether its result is current, old or mixed.
  @usableFromInline
  func resume(_ node: NodeRef) -> Outcome {
    let run = running.removeLast()
    tracking.resume(run.context)
    depth -= 1
    lock(node)
    node.pointee.running -= 1
    noteTime()
    evaluation.pointee.isPrivate = run.isPrivate
    if !run.isPrivate, node.pointee.invalidatedAt <= run.version {
      // Other threads can use the result. In the batch it is repeated if the closure has written to its inputs.
      if transaction.count != run.writes, !node.has(.tracked) {
        evaluation.pointee.repeats = isMixed(run, isOld: false)
      }
      return .current
    }
    return isMixed(run, isOld: run.isPrivate) ? .again : .old
  }

  /// Whether to repeat a computation because the evaluation has moved, so its inputs may be of two versions.
  ///
  /// If only this thread has changed sources, fewer results are mixed. A tracked closure reads the values that it set:
  /// it is repeated only outside of a batch, and only if an input is private (`isOld`). Any other closure has inputs of
  /// before the change: in a batch it is repeated only if the batch has written to them since.
  func isMixed(_ run: Run, isOld: Bool) -> Bool {
    guard evaluation.pointee.moves != run.moves, evaluation.pointee.repeatsLeft > 0 else { return false }
    if foreignChanges == run.foreignChanges {
      if run.node.has(.tracked) {
        if !isOld || transaction.hasWrites { return false }
      } else if transaction.hasWrites, !hasWritten(above: run.node, since: run.writes) {
        return false
      }
    }
    evaluation.pointee.repeatsLeft -= 1
    return true
  }

  /// Marks a node clean: its stored value is valid at the version of the evaluation.
  @usableFromInline
  func settle(_ node: NodeRef) {
    node.prefix.pointee.access.writes()
    node.pointee.state = .clean
    node.pointee.validAt = evaluation.pointee.version
  }

  /// Completes the storing of a value in its node: records its identity and those of its inputs.
  @usableFromInline
  func commit(_ node: NodeRef, _ identity: UInt64) {
    node.pointee.identity = identity
    node.pointee.flags.insert(.hasValue)
    // The value was computed from the stored values of its inputs; the batch may have written to them since.
    noteSeen(node, inNodes: true)
    settle(node)
    // No input can change again, so the node has ended, too.
    if node.pointee.liveInputs == 0, !node.has(.ended) { end(node) }
  }

  /// Records in the links the identities that a node was computed from, or that an observer has received.
  ///
  /// - Parameter ofAll: Whether to include tracked closures, whose links `relink` usually updates.
  /// - Parameter inNodes: Whether to record the stored identities, not those of the evaluation.
  @usableFromInline
  func noteSeen(_ node: NodeRef, ofAll: Bool = false, inNodes: Bool = false) {
    // `relink` does this for a tracked closure, unless it is the result of a `flatMap` whose choice is final.
    let isTracked = node.has(.tracked) && !(node.pointee.firstInput?.pointee.input.hasChosenForGood ?? false)
    if isTracked, !ofAll { return }
    var (next, isPrivate) = (node.pointee.firstInput, false)
    while let link = next {
      let input = link.pointee.input
      let isKnown = inNodes || !evaluation.pointee.isOld
      link.pointee.seen = isKnown ? input.pointee.identity : resolve(input, &isPrivate) ?? 0
      next = link.pointee.nextInput
    }
  }
}

/// A computation that runs without the lock, with the state of the engine when it began.
struct Run: BitwiseCopyable {
  let node: NodeRef
  let version: UInt64
  let moves: Int32
  let isPrivate: Bool

  /// The node's `validAt`. If it differs at the end, another thread has brought the node up to date.
  let validAt: UInt64

  /// The `count` of the open batch.
  let writes: Int

  /// The thread's ``GraphThread/foreignChanges``.
  var foreignChanges: UInt64 = 0

  /// The tracking context of the enclosing closure, suspended during this one.
  var context: Tracking.Context
}

/// Whether the result of a computation can be stored in its node.
@usableFromInline
enum Outcome {
  /// The result matches the current sources; it is stored in the node.
  case current
  /// The result is private; it is stored in the memo.
  case old
  /// The inputs were of two versions, because the evaluation moved; the computation is repeated.
  case again
}
