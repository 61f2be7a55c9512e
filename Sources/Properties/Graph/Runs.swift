import StreamCore
import StreamPrimitives

/// Computations: each runs a closure without the lock, and decides afterwards whether its result is current.
extension GraphThread {
  /// Starts a computation of a node: records it in `runs`, registers the snapshot and releases the lock.
  ///
  /// The caller has copied the values of the inputs, which may change as soon as the lock is released.
  ///
  /// - Parameter first: The index of a tracked closure's first entry in `tracking.entries`; `nil` if it is not tracked.
  @usableFromInline
  func beginComputing(_ node: NodeRef, reading first: Int? = nil) {
    node.pointee.references += 1
    node.pointee.running += 1
    depth += 1
    var run = Run(
      node, tracking.suspend(), first: first, known: tracking.entries.count, walked: path.count, isInBatch: isInBatch)
    run.restart(evaluation.pointee)
    if first == nil {
      run.isPrivate = evaluation.pointee.isPrivate
      var isPrivate = false
      if evaluation.pointee.mayBePrivate || isInBatch { run.identity = identityNow(of: run, &isPrivate) }
    }
    tracking.runs.append(run)
    register()
    unlock()
  }

  /// Ends a computation, and takes the lock again.
  ///
  /// Sets the evaluation's `repeats` if the evaluation has moved and the inputs have other values now.
  ///
  /// - Returns: `nil` if the result is current and can be stored in the node, or else the identity of a private result.
  @usableFromInline
  func endComputing(_ node: NodeRef) -> UInt64? {
    let run = tracking.runs.removeLast()
    tracking.context = run.context
    depth -= 1
    lock(node)
    node.pointee.running -= 1
    continueEvaluation()
    var isCurrent = !run.isPrivate && node.pointee.invalidatedAt <= run.version
    if isCurrent, !transaction.hasWrites || node.has(.observer) { return nil }
    let known = run.isTracked ? identityOfReads(of: run) { $0.pointee.identity } : run.identity
    let identity = known ?? newPrivateIdentity()
    // Only if the evaluation has moved can an input have another value than the one that was read.
    guard evaluation.pointee.moves != run.moves, !node.has(.observer) else { return isCurrent ? nil : identity }
    var isPrivate = false
    if identityNow(of: run, pulling: true, &isPrivate) != identity, evaluation.pointee.repeatsLeft > 0 {
      evaluation.pointee.repeatsLeft -= 1
      evaluation.pointee.repeats = true
    } else if !isCurrent {
      // The result is current, too, if the inputs have the same values now and none of them is private.
      isPrivate = false
      isCurrent = identityNow(of: run, &isPrivate) == identity && !isPrivate
    }
    return isCurrent ? nil : identity
  }

  /// The identity of a result that is computed from the values that a run's inputs have now, in this evaluation.
  ///
  /// `nil` if one of them is not up to date, or if the evaluation moves during each attempt.
  ///
  /// - Parameter pulling: Whether to bring the inputs up to date, one after another.
  /// - Parameter isPrivate: Set to `true` if an input has a private value; otherwise unchanged.
  private func identityNow(of run: Run, pulling: Bool = false, _ isPrivate: inout Bool) -> UInt64? {
    var isKnown = true
    func identity(of input: NodeRef) -> UInt64 {
      if pulling, resolve(input, &isPrivate) == nil {
        pull(input)
        // The input stays unknown, so the computation is repeated. The walk of the repetition needs the actor again.
        neededActor = nil
      }
      let identity = resolve(input, &isPrivate)
      if identity == nil { isKnown = false }
      return identity ?? 0
    }
    // If the evaluation moves meanwhile, the identities may be of two versions.
    for _ in 0..<3 {
      let moves = evaluation.pointee.moves
      isKnown = true
      let sum =
        run.isTracked
        ? identityOfReads(of: run) { identity(of: $0.pointee.node) }
        : run.node.identityOfInputs { identity(of: $0.pointee.input) }
      if evaluation.pointee.moves == moves { return isKnown ? sum : nil }
    }
    return nil
  }

  /// Completes the storing of a value in its node: records its identity and those of its inputs.
  ///
  /// - Parameter identity: The identity of an earlier value that is the same; `nil` for a new value.
  @usableFromInline
  func finishStoring(_ node: NodeRef, as identity: UInt64?) {
    node.pointee.flags.insert(.hasValue)
    // The value was computed from the stored values of its inputs; the batch may have written to them since.
    let identityOfInputs = recordSeen(node, inNodes: true)
    node.pointee.identity = identity ?? identityOfInputs
    node.pointee.access.writes()
    node.pointee.isClean = true
    node.pointee.validAt = evaluation.pointee.version
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
    // For a tracked closure, `relink` has recorded them. But a `flatMap` whose choice is final runs no closure.
    let isTracked = node.has(.tracked) && !(node.pointee.firstInput?.pointee.input.hasChosenForGood ?? false)
    var isPrivate = false
    return node.identityOfInputs { link in
      let input = link.pointee.input
      if !isTracked {
        link.pointee.seen = inNodes ? input.pointee.identity : resolve(input, &isPrivate) ?? 0
      }
      return link.pointee.seen
    }
  }
}

/// A computation that runs without the lock, with the state of the engine when it began.
struct Run: BitwiseCopyable {
  /// Retained. `store`, `computePart` or `runTracked` releases it.
  let node: NodeRef

  /// The tracking context of the enclosing closure, suspended during this one.
  let context: Tracking.Context

  /// The `version` and the `moves` of the evaluation when the computation began, or after the move out of a nursery.
  var version: UInt64 = 0
  var moves: Int32 = 0

  /// Whether an input has a private value; of a tracked closure, an input that it has read or written.
  var isPrivate = false

  /// Whether it has read the inputs of its last run in the same order so far.
  var isInOrder = true

  /// The node's `validAt` at the beginning. If it differs at the end, the node was brought up to date meanwhile, and
  /// the links of this run are not used.
  let validAt: UInt64

  /// The identity of the result; `nil` if the inputs are tracked.
  ///
  /// Outside of a batch, it is also `nil` if no input could have a private value, because it would seldom be used.
  var identity: UInt64?

  let isTracked: Bool
  let isEffect: Bool

  /// Whether it began in an open batch.
  let isInBatch: Bool

  /// The index of a tracked closure's first entry.
  let first: Int32

  /// The end of its previous run's entries, and the entry that it reads next if it repeats that run.
  let known: Int32
  var next: Int32

  /// The length of the path at the beginning. The steps after it belong to walks that this run has begun.
  let walked: Int32

  /// The number of inputs that it has read: the `order` of the next entry.
  var order: Int32 = 0

  init(_ node: NodeRef, _ context: Tracking.Context, first: Int?, known: Int, walked: Int, isInBatch: Bool) {
    self.node = node
    self.context = context
    self.isInBatch = isInBatch
    validAt = node.pointee.validAt
    isTracked = first != nil
    isEffect = node.has(.observer)
    self.first = Int32(truncatingIfNeeded: first ?? known)
    self.known = Int32(truncatingIfNeeded: known)
    self.walked = Int32(truncatingIfNeeded: walked)
    next = self.first
  }

  mutating func restart(_ evaluation: borrowing Evaluation) {
    (version, moves, isPrivate) = (evaluation.version, evaluation.moves, false)
  }
}

// MARK: Identities

/// The share of one input in the identity of a value that is computed from several.
///
/// If an input has another identity, the result has another one, except with a probability of 2 to the power of -64.
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
  /// So stored results that were computed from the same values have the same identity, in a batch and after it, and on
  /// all threads. It is 1 if there are no inputs: 0 stands for an unknown identity.
  @inline(__always)
  func identityOfInputs(_ identity: (LinkRef) -> UInt64) -> UInt64 {
    var (sum, index, next) = (UInt64(1), Int32(0), pointee.firstInput)
    while let link = next {
      sum &+= digest(identity(link), at: index)
      index += 1
      next = link.pointee.nextInput
    }
    return sum
  }
}
