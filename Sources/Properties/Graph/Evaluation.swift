import StreamCore
import StreamPrimitives
import StreamTracing

/// What one thread brings up to date as of one version of a region: a snapshot read.
///
/// As long as no other thread changes anything, computed values go into their nodes. A value that is not what the
/// sources have now (an older one, or one that an open batch affects) is kept here and nowhere else. So an evaluation
/// always finishes, whatever other threads set meanwhile.
@usableFromInline
struct Evaluation {
  /// The version that is read. Changes that this thread makes meanwhile move it on, and so does a union of regions.
  @usableFromInline var version: UInt64 = 0
  var moves: Int32 = 0

  /// The number of changes that this thread has made in the region since the evaluation began.
  @usableFromInline var ownChanges: UInt64 = 0

  /// Whether this thread has written in a batch, or set a source of another region. Then the evaluation moves on when
  /// the lock is taken next.
  var mustMove = false

  /// Values that are not in their nodes.
  @usableFromInline var memo: Memo?

  /// Whether a value may have to be looked up elsewhere than in its node.
  @usableFromInline var isOld = false

  /// Whether the computation that begins has such a value among its inputs.
  var isPrivate = false

  /// Whether the computation that has ended is to be repeated, since its inputs were of two versions.
  @usableFromInline var repeats = false

  /// The number of repetitions that are left. At zero, a result of two versions is accepted.
  var repeatsLeft: Int32 = 100
  var isActive = false

  /// The region that is read, or one that has become a part of that.
  var region: UnsafeMutableRawPointer?
  var isRegistered = false

  @usableFromInline init() {}
}

/// The values that one evaluation uses and that are not current: those of older versions, and those that follow from
/// the writes of an open batch.
@usableFromInline
final class Memo {
  struct Value {
    /// `nil` if the value in the node is the right one in this evaluation, too.
    let box: ValueBase?
    let identity: UInt64
  }

  /// The nodes are retained.
  var values: [NodeRef: Value] = [:]

  /// What tracked closures have read whose edges are not kept.
  var reads: [NodeRef: [NodeRef]] = [:]
}

/// A copy of a value outside of its node.
@usableFromInline
class ValueBase {
  /// The bytes of a plain value.
  @usableFromInline final var word: UInt64 = 0

  /// The address of the box, which is retained for it.
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
  /// Brings a node up to date in an evaluation of its own. Called, and left, with the lock held.
  ///
  /// - Parameter use: Called when it is, unless that has to happen on the actor that is returned.
  @usableFromInline
  func evaluate(_ root: NodeRef, then use: () -> Void = {}) -> (any Actor)? {
    runInEvaluation {
      pullWithStack(root)
      defer { neededActor = nil }
      if neededActor == nil { use() }
      return neededActor
    }
  }

  /// Runs something in an evaluation of its own. Called, and left, with the lock held.
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

  /// Forgets the values that belong to the evaluation. Called with the lock held.
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

  /// Has sources keep what they have at this version, before the lock is opened for the first time.
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

  /// Continues the evaluation at the version that there is now. Called with the lock held.
  func moveEvaluation() {
    evaluation.pointee.mustMove = false
    endEvaluation()
    evaluation.pointee.version = clock.load(ordering: .relaxed)
    evaluation.pointee.moves += 1
    register()
    evaluation.pointee.isOld = transaction.hasWrites
  }

  /// This thread has changed a source: what its closures read from here on has the change. Called with the lock held.
  @usableFromInline
  func noteOwnChange() {
    changes &+= 1
    if drained?.toOpaque() == region.toOpaque() { drainedChanges &+= 1 }
    guard evaluation.pointee.isActive else { return }
    if region.toOpaque() == evaluation.pointee.region {
      evaluation.pointee.ownChanges += 1
      moveEvaluation()
    } else {
      // Another graph, or one that has become a part of this.
      evaluation.pointee.mustMove = true
    }
    forgetReads()
  }

  /// The same for a write in an open batch. Called without the lock.
  @usableFromInline
  func noteOwnWrite() {
    changes &+= 1
    evaluation.pointee.mustMove = true
    forgetReads()
  }

  /// Finds out what has happened while the lock was open.
  @usableFromInline
  func noteTime() {
    evaluation.pointee.region = region.toOpaque()
    if evaluation.pointee.mustMove { moveEvaluation() }
    evaluation.pointee.isOld =
      version > evaluation.pointee.version || evaluation.pointee.memo != nil || transaction.hasWrites
  }

  // MARK: Values

  /// The value of a node in this evaluation, if that is not the one in the node. Called with the lock held.
  @usableFromInline
  func privateBox(of node: NodeRef) -> ValueBase? {
    evaluation.pointee.memo?.values[node]?.box ?? writtenBox(of: node)
  }

  /// The value of a node that was brought up to date. Called with the lock held.
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

  /// The identity of a node's value in this evaluation; `nil` if the node has to be brought up to date first.
  ///
  /// - Parameter isPrivate: Set where that is not the value in the node.
  func resolve(_ node: NodeRef, _ isPrivate: inout Bool) -> UInt64? {
    if !evaluation.pointee.isOld {
      if node.isClean { return node.pointee.identity }
      guard node.has(.source) else { return nil }
      // From here on a change has to be passed on.
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
      // The source has joined this graph since.
      moveEvaluation()
    }
    source.pointee.state = .clean
    return source.pointee.identity
  }

  // MARK: Computing

  /// Opens the lock for a closure.
  @usableFromInline
  func begin(_ node: NodeRef) {
    node.pointee.references += 1
    node.pointee.running += 1
    depth += 1
    running.append(run(node, tracking.suspend()))
    register()
    unlock()
  }

  /// A run of a closure that begins now.
  func run(_ node: NodeRef, _ context: Tracking.Context) -> Run {
    Run(
      node: node, version: evaluation.pointee.version, moves: evaluation.pointee.moves,
      isPrivate: evaluation.pointee.isPrivate,
      validAt: node.pointee.validAt, writes: transaction.count,
      foreignChanges: foreignChanges, context: context)
  }

  /// The number of all changes of the region but those that this thread made in this evaluation. While it stays the
  /// same, no other thread has changed anything.
  var foreignChanges: UInt64 { withRegion { $0.changes } &- evaluation.pointee.ownChanges }

  /// Takes the lock again, and tells what the result is worth.
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
      // Right for all other threads; in the batch it is computed again.
      if transaction.count != run.writes, !node.has(.tracked) {
        evaluation.pointee.repeats = isMixed(run, isOld: false)
      }
      return .current
    }
    return isMixed(run, isOld: run.isPrivate) ? .again : .old
  }

  /// Whether a computation is to be repeated, because the evaluation has moved on meanwhile and what it has read is of
  /// two versions.
  ///
  /// Where no other thread has changed anything, most results count. A tracked closure has read the values that it set,
  /// so it is repeated only if it began with old values, outside of a batch. Any other closure has received its inputs
  /// before, so in a batch it is repeated only if the batch has written to them since.
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

  /// Notes that the value of a node is right at the version of the evaluation.
  @usableFromInline
  func settle(_ node: NodeRef) {
    node.prefix.pointee.access.writes()
    node.pointee.state = .clean
    node.pointee.validAt = evaluation.pointee.version
  }

  /// Notes that a node has a new value, computed from what its inputs have now.
  @usableFromInline
  func commit(_ node: NodeRef, _ identity: UInt64) {
    node.pointee.identity = identity
    node.pointee.flags.insert(.hasValue)
    // It was computed from what its inputs had; a batch may have written to them since.
    noteSeen(node, inNodes: true)
    settle(node)
    // What it was computed from cannot change any more.
    if node.pointee.liveInputs == 0, !node.has(.ended) { end(node) }
  }

  /// Notes the identities of the values that a node was computed from, or that an observer has received.
  @usableFromInline
  func noteSeen(_ node: NodeRef, ofAll: Bool = false, inNodes: Bool = false) {
    // Of a tracked closure, what it has read is noted when it returns.
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

/// A computation that runs without the lock.
struct Run: BitwiseCopyable {
  let node: NodeRef
  let version: UInt64
  let moves: Int32
  let isPrivate: Bool

  /// The node's own field when the computation began: where it differs, another thread has stored a value.
  let validAt: UInt64

  /// The number of writes of the open batch.
  let writes: Int

  /// The changes of the region that were not this thread's.
  var foreignChanges: UInt64 = 0

  /// What the closure has suspended.
  var context: Tracking.Context
}

/// What a computed value is worth.
@usableFromInline
enum Outcome {
  /// It is what the sources have now, and goes into the node.
  case current
  /// It was right at the version of the evaluation.
  case old
  /// It mixes versions, since the evaluation has moved on meanwhile.
  case again
}
