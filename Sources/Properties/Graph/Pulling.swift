import StreamCore
import StreamPrimitives
import StreamTracing

/// One step of the walk: a node, and the input that is examined.
struct PathStep {
  let node: NodeRef
  var link: LinkRef?

  /// Whether the node has to be computed.
  ///
  /// It was never computed, or the identity of an input differs from the one that it was computed from.
  var isDirty = false

  /// Whether an input has a value that is not in its node.
  var isPrivate = false

  /// The version when the walk over the inputs began.
  var walkedAt: UInt64 = 0

  /// The node's `validAt` at that time. If it differs, another thread has computed the node, and the step restarts.
  var validAt: UInt64 = 0

  /// The evaluation's `moves` at that time, for the same purpose.
  var moves: Int32 = 0

  init(_ node: NodeRef, _ version: UInt64, _ moves: Int32) {
    self.node = node
    begin(version, moves)
  }

  mutating func begin(_ version: UInt64, _ moves: Int32) {
    self.moves = moves
    link = node.pointee.firstInput
    isDirty = node.has(.observer) ? node.pointee.validAt == 0 : !node.has(.hasValue)
    isPrivate = false
    walkedAt = version
    validAt = node.pointee.validAt
  }

  /// Whether an input that was found right has changed since, or the node has other inputs now.
  var isOutdated: Bool { node.pointee.invalidatedAt > walkedAt || node.pointee.validAt != validAt }
}

extension GraphThread {
  /// Brings a node up to date on another stack, if this one is nearly used up.
  func pullWithStack(_ node: NodeRef) {
    guard Stack.isNearlyUsedUp(stackReserve) else { return pull(node) }
    node.pointee.references += 1
    register()
    unlock()
    Stack.runElsewhere(self) {
      self.lock(node)
      self.pull(node)
      self.unlock()
    }
    lock(node)
    release(node)
  }

  /// Brings a node up to date: recomputes its stale inputs first, and the node only if an input differs.
  ///
  /// One walk with an explicit stack, for current values, older ones, and those inside of a batch. The lock is held,
  /// and open while closures run.
  private func pull(_ root: NodeRef) {
    root.prefix.pointee.access.reads()
    if root.pointee.running > 0 { trapIfRunning(root) }
    var isPrivate = false
    if !root.has(.observer), resolve(root, &isPrivate) != nil { return }
    let (base, outerBase) = (path.count, pathBase)
    pathBase = base
    push(root)
    while path.count > base {
      guard let step = stepDown() else { continue }
      evaluation.pointee.isPrivate = step.isPrivate
      if !step.isDirty {
        settle(step)
      } else {
        compute(step.node)
      }
      if evaluation.pointee.repeats {
        evaluation.pointee.repeats = false
        push(step.node)
      }
      release(step.node)
      if neededActor != nil {
        while path.count > base { release(path.removeLast().node) }
      }
    }
    pathBase = outerBase
  }

  /// Looks at the inputs of the last node of the path. Takes the node off when they are up to date; `nil` if one comes
  /// first.
  @inline(__always)
  private func stepDown() -> PathStep? {
    let step = path.place(path.count - 1)
    if step.pointee.isOutdated || step.pointee.moves != evaluation.pointee.moves {
      step.pointee.begin(version, evaluation.pointee.moves)
    }
    let node = step.pointee.node
    var (link, isDirty) = (step.pointee.link, step.pointee.isDirty)
    // A tracked closure may read the later inputs only if the changed one has its old value.
    let stopsWhenDirty = node.has(.tracked)
    while let current = link, !(isDirty && stopsWhenDirty) {
      let input = current.pointee.input
      let identity: UInt64
      if input.isClean, !evaluation.pointee.isOld {
        identity = input.pointee.identity
      } else {
        guard let resolved = resolve(input, &step.pointee.isPrivate) else {
          step.pointee.link = current
          step.pointee.isDirty = isDirty
          if input.pointee.running > 0 { trapIfRunning(input) }
          push(input)
          return nil
        }
        identity = resolved
      }
      if identity != current.pointee.seen { isDirty = true }
      link = current.pointee.nextInput
    }
    step.pointee.isDirty = isDirty
    // An old value that its source has not kept has moved the evaluation.
    guard step.pointee.moves == evaluation.pointee.moves else { return nil }
    return path.removeLast()
  }

  private func push(_ node: NodeRef) {
    node.pointee.references += 1
    path.append(PathStep(node, version, evaluation.pointee.moves))
  }

  private func compute(_ node: NodeRef) {
    let seenAt = node.pointee.validAt
    node.perform(.compute, self)
    if Trace.isOn, !node.has(.observer) { node.noteComputed(since: seenAt) }
  }

  /// Marks a node valid without computing it, since every input has the identity that the node was computed from.
  private func settle(_ step: PathStep) {
    let node = step.node
    guard step.isPrivate else {
      settle(node)
      if transaction.hasWrites, !node.has(.observer) { remember(node, nil, node.pointee.identity) }
      return
    }
    if node.has(.observer) { return noteOld(node, transaction.count) }
    remember(node, node.copyValue(self), node.pointee.identity)
  }

  /// Enqueues an observer that has received a private value, so that it receives the stored one.
  ///
  /// In a batch it is recorded instead, and the end of the batch decides whether it is notified again.
  ///
  /// - Parameter count: The number of writes of the batch that the value follows from.
  func noteOld(_ observer: NodeRef, _ count: Int) {
    if transaction.hasWrites {
      observer.pointee.state = .clean
      noteNewcomer(observer, count)
    } else {
      observer.pointee.state = .stale
      enqueue(observer)
    }
  }

  /// Whether this thread is running the closure of a node.
  func isRunning(_ node: NodeRef) -> Bool { (0..<running.count).contains { running[$0].node == node } }

  // MARK: Rings

  /// Traps if a node that is to be computed is being computed by this thread already.
  ///
  /// It is not derived from itself where a closure on the way has been invalidated since it began: its reads
  /// are of an earlier version. Of a closure in another graph, which reads this one untracked, that is not known: its
  /// lock is not held. There a ring is found when it has gone round a few times.
  private func trapIfRunning(_ node: NodeRef) {
    guard !running.isEmpty else { return }
    let runs = (0..<running.count).filter { running[$0].node == node }
    guard let first = runs.last else { return }
    let isOutdated = (first..<running.count).contains {
      !isHere(running[$0].node) || running[$0].node.pointee.invalidatedAt > running[$0].version
    }
    if isOutdated, runs.count < 9 { return }
    let path = (pathBase..<path.count).map { self.path[$0].node }
    trap(through: (first..<running.count).map { running[$0].node } + path)
  }

  /// - Parameter ring: Nodes of which each reads the next, and the last one the first.
  private func trap(through ring: [NodeRef]) -> Never {
    var callSites: [String] = []
    for node in ring + [ring[0]] {
      if let callSite = node.callSite?.description, callSite != callSites.last { callSites.append(callSite) }
    }
    unlock()
    let through = callSites.isEmpty ? "" : " In a ring: \(callSites.joined(separator: " reads "))."
    preconditionFailure(
      "A property is derived from itself: its closure reads, or chooses, a property computed from it.\(through)")
  }
}
