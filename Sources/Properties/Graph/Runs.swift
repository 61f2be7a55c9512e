import StreamCore
import StreamPrimitives

/// Computations: each runs a closure without the lock, and decides afterwards whether its result is current.
extension GraphThread {
  /// Starts a computation of a node: records it in `runs` and releases the lock.
  ///
  /// - Parameter first: The index of the first input, if these are tracked.
  @usableFromInline
  func beginComputing(_ node: NodeRef, reading first: Int? = nil) {
    node.pointee.references += 1
    node.pointee.running += 1
    depth += 1
    var run = Run(node, tracking.suspend(), first: first ?? tracking.entries.count, known: tracking.entries.count)
    run.restart(evaluation.pointee, transaction.count)
    tracking.runs.append(run)
    register()
    unlock()
  }

  /// Ends a computation: takes the lock again, and returns whether its result is current, old or mixed.
  @usableFromInline
  func endComputing(_ node: NodeRef) -> Outcome {
    let run = tracking.runs.removeLast()
    tracking.context = run.context
    depth -= 1
    lock(node)
    node.pointee.running -= 1
    continueEvaluation()
    evaluation.pointee.isPrivate = run.isPrivate
    if !run.isPrivate, node.pointee.invalidatedAt <= run.version {
      // Other threads can use the result. In the batch it is repeated if the closure has written to its inputs.
      if transaction.count != run.writes, !node.has(.tracked) {
        evaluation.pointee.repeats = isMixed(run, hasPrivateInput: false)
      }
      return .current
    }
    return isMixed(run, hasPrivateInput: run.isPrivate) ? .mixed : .outdated
  }

  /// Whether to repeat a computation because the evaluation has moved, so its inputs may be of two versions.
  ///
  /// If only this thread has changed sources, fewer results are mixed. A tracked closure reads the values that it set:
  /// it is repeated only outside of a batch, and only if it has a private input. Any other closure has inputs of before
  /// the change: in a batch it is repeated only if the batch has written to them since.
  func isMixed(_ run: Run, hasPrivateInput: Bool) -> Bool {
    guard evaluation.pointee.moves != run.moves, evaluation.pointee.repeatsLeft > 0 else { return false }
    if withRegion({ $0.foreignVersion(for: self) }) <= run.version {
      if run.node.has(.tracked) {
        if !hasPrivateInput || transaction.hasWrites { return false }
      } else if transaction.hasWrites, !hasWritten(above: run.node, since: run.writes) {
        return false
      }
    }
    evaluation.pointee.repeatsLeft -= 1
    return true
  }

  /// Marks a node clean: its stored value is valid at the version of the evaluation.
  @usableFromInline
  func markClean(_ node: NodeRef) {
    node.prefix.pointee.access.writes()
    node.pointee.state = .clean
    node.pointee.validAt = evaluation.pointee.version
  }

  /// Completes the storing of a value in its node: records its identity and those of its inputs.
  @usableFromInline
  func finishStoring(_ node: NodeRef, as identity: UInt64) {
    node.pointee.identity = identity
    node.pointee.flags.insert(.hasValue)
    // The value was computed from the stored values of its inputs; the batch may have written to them since.
    recordSeen(node, inNodes: true)
    markClean(node)
    // No input can change again, so the node has ended, too.
    if node.pointee.liveInputs == 0, !node.has(.ended) { end(node) }
  }

  /// Records in the links the identities that a node was computed from, or that an observer has received.
  ///
  /// - Parameter ofAll: Whether to include tracked closures, whose links `relink` usually updates.
  /// - Parameter inNodes: Whether to record the stored identities, not those of the evaluation.
  @usableFromInline
  func recordSeen(_ node: NodeRef, ofAll: Bool = false, inNodes: Bool = false) {
    // `relink` does this for a tracked closure, unless it is the result of a `flatMap` whose choice is final.
    let isTracked = node.has(.tracked) && !(node.pointee.firstInput?.pointee.input.hasChosenForGood ?? false)
    if isTracked, !ofAll { return }
    var (next, isPrivate) = (node.pointee.firstInput, false)
    while let link = next {
      let input = link.pointee.input
      let isKnown = inNodes || !evaluation.pointee.mayBePrivate
      link.pointee.seen = isKnown ? input.pointee.identity : resolve(input, &isPrivate) ?? 0
      next = link.pointee.nextInput
    }
  }
}

/// A computation that runs without the lock, with the state of the engine when it began.
struct Run: BitwiseCopyable {
  let node: NodeRef

  /// The tracking context of the enclosing closure, suspended during this one.
  let context: Tracking.Context

  var version: UInt64 = 0
  var moves: Int32 = 0
  var isPrivate = false

  /// Whether a tracked closure has an input with a private value.
  var hasReadPrivate = false

  /// Whether it has read so far as in its last run: the same inputs in the same order.
  var isInOrder = true

  /// The node's `validAt`. If it differs at the end, another thread has brought the node up to date.
  var validAt: UInt64 = 0

  /// The `count` of the open batch.
  var writes = 0

  /// The index of a tracked closure's first entry.
  let first: Int32

  /// The end of its entries from the last run. If it reads as in that run, `next` is read next.
  let known: Int32
  var next: Int32

  /// The number of inputs that it has read.
  var order: Int32 = 0

  init(_ node: NodeRef, _ context: Tracking.Context, first: Int, known: Int) {
    self.node = node
    self.context = context
    self.first = Int32(truncatingIfNeeded: first)
    self.known = Int32(truncatingIfNeeded: known)
    next = self.first
  }

  mutating func restart(_ evaluation: borrowing Evaluation, _ writes: Int) {
    (version, moves) = (evaluation.version, evaluation.moves)
    (isPrivate, hasReadPrivate) = (evaluation.isPrivate, evaluation.isPrivate)
    validAt = node.pointee.validAt
    self.writes = writes
  }
}

/// Whether the result of a computation can be stored in its node.
@usableFromInline
enum Outcome {
  /// The result matches the current sources; it is stored in the node.
  case current
  /// The result is private; it is stored in the memo.
  case outdated
  /// The inputs were of two versions, because the evaluation moved; the computation is repeated.
  case mixed
}
