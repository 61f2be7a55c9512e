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
    if evaluation.pointee.mayBePrivate, first == nil {
      var (isPrivate, isKnown) = (false, true)
      let identity = node.identityOfInputs { link in
        let identity = resolve(link.pointee.input, &isPrivate)
        if identity == nil { isKnown = false }
        return identity ?? 0
      }
      if isKnown { run.identity = identity }
    }
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
    if isMixed(run, hasPrivateInput: run.isPrivate) { return .mixed }
    return .outdated(run.identity != 0 ? run.identity : newPrivateIdentity())
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

  /// Whether the batch has written to an input of a node, direct or indirect, after its first `count` writes.
  private func hasWritten(above node: NodeRef, since count: Int) -> Bool {
    var (found, seen): ([NodeRef], Set<NodeRef>) = ([node], [])
    var index = 0
    while index < found.count {
      for input in evaluation.pointee.memo?.reads[found[index]] ?? found[index].inputs
      where seen.insert(input).inserted {
        found.append(input)
      }
      index += 1
    }
    return transaction.writes.contains { $0.number > count && seen.contains($0.node) }
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
  func finishStoring(_ node: NodeRef, as identity: UInt64?) {
    node.pointee.flags.insert(.hasValue)
    // The value was computed from the stored values of its inputs; the batch may have written to them since.
    let identityOfInputs = recordSeen(node, inNodes: true)
    node.pointee.identity = identity ?? identityOfInputs
    markClean(node)
    // No input can change again, so the node has ended, too.
    if node.pointee.liveInputs == 0, !node.has(.ended) { end(node) }
  }

  /// Records in the links the identities that a node was computed from, or that an observer has received.
  ///
  /// - Parameter inNodes: Whether to record the stored identities, not those of the evaluation.
  /// - Returns: The identity of a value that is computed from them.
  @usableFromInline
  @discardableResult
  func recordSeen(_ node: NodeRef, inNodes: Bool = false) -> UInt64 {
    // `relink` does this for a tracked closure, unless it is the result of a `flatMap` whose choice is final.
    let isTracked = node.has(.tracked) && !(node.pointee.firstInput?.pointee.input.hasChosenForGood ?? false)
    let isKnown = inNodes || !evaluation.pointee.mayBePrivate
    var isPrivate = false
    return node.identityOfInputs { link in
      let input = link.pointee.input
      if !isTracked {
        link.pointee.seen = isKnown ? input.pointee.identity : resolve(input, &isPrivate) ?? 0
      }
      return link.pointee.seen
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

  /// The identity of the result, if it is private and the inputs are not tracked; else 0.
  var identity: UInt64 = 0

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
  /// The result is private; it is stored in the memo under this identity.
  case outdated(UInt64)
  /// The inputs were of two versions, because the evaluation moved; the computation is repeated.
  case mixed

  @usableFromInline var isCurrent: Bool { if case .current = self { true } else { false } }
}

// MARK: Identities

/// The share of one input in the identity of a value that is computed from several.
///
/// Identities of different inputs differ, except with a probability of 2 to the power of -64.
@inline(__always)
func digest(_ identity: UInt64, at index: Int32) -> UInt64 {
  var digest = identity &+ UInt64(index + 1) &* 0x9E37_79B9_7F4A_7C15
  digest = (digest ^ (digest >> 30)) &* 0xBF58_476D_1CE4_E5B9
  digest = (digest ^ (digest >> 27)) &* 0x94D0_49BB_1331_11EB
  return digest ^ (digest >> 31)
}

extension NodeRef {
  /// The identity of a value that is computed from inputs with these identities, in the order of the links.
  ///
  /// So values that were computed from the same inputs have the same identity, in a batch and after it, and on all
  /// threads.
  @inline(__always)
  func identityOfInputs(_ identity: (LinkRef) -> UInt64) -> UInt64 {
    var (sum, index, next) = (UInt64(0), Int32(0), pointee.firstInput)
    while let link = next {
      sum &+= digest(identity(link), at: index)
      index += 1
      next = link.pointee.nextInput
    }
    return sum
  }
}
