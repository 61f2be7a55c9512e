import StreamCore
import StreamPrimitives
import StreamTracing

/// One step of the walk of `pull`: a node, and the link to the input that is examined next.
struct PathStep {
  let node: NodeRef
  var link: LinkRef?

  /// Whether the node has to be computed, or the observer notified.
  ///
  /// Dirty are a derived node without a value, an observer whose `validAt` is 0, and a node with an input whose
  /// identity is not the one that was last used.
  var isDirty = false

  /// Whether an input that was examined has a private value.
  var isPrivate = false

  /// The version of the region when the walk over the inputs began.
  ///
  /// Not the evaluation's: a node invalidated after the snapshot would then begin again after each stale input.
  var walkedAt: UInt64 = 0

  /// The node's `validAt` at that time. If it differs, the node was brought up to date or disposed.
  var validAt: UInt64 = 0

  /// The evaluation's `moves` at that time.
  var moves: Int32 = 0

  init(_ node: NodeRef, _ version: UInt64, _ moves: Int32) {
    self.node = node
    restart(version, moves)
  }

  mutating func restart(_ version: UInt64, _ moves: Int32) {
    self.moves = moves
    link = node.pointee.firstInput
    isDirty = node.has(.observer) ? node.pointee.validAt == 0 : !node.has(.hasValue | .isSpent)
    isPrivate = false
    walkedAt = version
    validAt = node.pointee.validAt
  }

  /// Whether the node was invalidated, brought up to date or disposed since the walk over its inputs began.
  var isOutdated: Bool { node.pointee.invalidatedAt > walkedAt || node.pointee.validAt != validAt }
}

extension GraphThread {
  /// Brings a node up to date: first its stale inputs. The node is computed only if it is dirty.
  ///
  /// One walk with an explicit stack computes stored and private values. The lock is held on entry and on return. User
  /// code, and releases that may run it, run without the lock.
  ///
  /// If a closure has to run on an actor that this thread is not on, the walk ends, and `neededActor` is that actor.
  /// Then the node is not up to date, and the caller sets `neededActor` to `nil`.
  func pull(_ root: NodeRef) {
    if isStackNearlyUsedUp() { return pullOnLargerStack(root) }
    root.pointee.access.reads()
    if root.pointee.running > 0 { trapIfRunning(root) }
    var isPrivate = false
    if !root.has(.observer), resolve(root, &isPrivate) != nil { return }
    let base = path.count
    push(root)
    while path.count > base {
      guard let step = stepDown() else { continue }
      evaluation.pointee.isPrivate = step.isPrivate
      if !step.isDirty {
        keepValue(of: step)
      } else if Trace.isOn, !step.node.has(.observer) {
        computeTraced(step.node)
      } else {
        step.node.perform(.compute, self)
      }
      if step.node.has(.chooses | .ended) { dropChoice(at: step.node) }
      if evaluation.pointee.repeats {
        evaluation.pointee.repeats = false
        push(step.node)
      }
      release(step.node)
      if neededActor != nil {
        while path.count > base { release(path.removeLast().node) }
      }
    }
  }

  /// Examines the inputs of the last node of the path, until one is not up to date.
  ///
  /// Appends that input to the path and returns `nil`. If all inputs are up to date, removes the node from the path and
  /// returns its step. For a tracked node, the first input that differs ends the examination. The examination starts
  /// again if the step is outdated, or if the evaluation has moved.
  @inline(__always)
  private func stepDown() -> PathStep? {
    let step = path.pointer(at: path.count - 1)
    if step.pointee.isOutdated || step.pointee.moves != evaluation.pointee.moves {
      step.pointee.restart(version, evaluation.pointee.moves)
    }
    let node = step.pointee.node
    var (link, isDirty) = (step.pointee.link, step.pointee.isDirty)
    // If an input has changed, a tracked closure may no longer read the inputs after it.
    let stopsWhenDirty = node.has(.tracked)
    while let current = link, !(isDirty && stopsWhenDirty) {
      let input = current.pointee.input
      guard let identity = resolve(input, &step.pointee.isPrivate) else {
        step.pointee.link = current
        step.pointee.isDirty = isDirty
        if input.pointee.running > 0 { trapIfRunning(input) }
        push(input)
        return nil
      }
      if identity != current.pointee.seen { isDirty = true }
      link = current.pointee.nextInput
    }
    step.pointee.isDirty = isDirty
    // `resolve` moves the evaluation if a source has kept no value for the snapshot.
    guard step.pointee.moves == evaluation.pointee.moves else { return nil }
    return path.removeLast()
  }

  private func push(_ node: NodeRef) {
    node.pointee.references += 1
    path.append(PathStep(node, version, evaluation.pointee.moves))
  }

  /// Brings a node up to date without running its body, because its inputs have the recorded identities.
  ///
  /// If the value of an input is private, the node's value is right in this evaluation only. Then a derived
  /// node is not marked clean, and the memo gets a copy of its value. An observer is enqueued again.
  private func keepValue(of step: PathStep) {
    let node = step.node
    guard step.isPrivate else {
      node.pointee.access.writes()
      node.pointee.isClean = true
      node.pointee.validAt = evaluation.pointee.version
      if transaction.hasWrites, !node.has(.observer) { remember(node, nil, node.pointee.identity) }
      return
    }
    if node.has(.observer) { return notifyLater(node) }
    remember(node, node.copyValue(self), node.pointee.identity)
  }

  /// Enqueues an observer that may have to be notified again.
  ///
  /// In a batch with writes, it is enqueued at the end. Until then it is clean, so another thread's change can enqueue
  /// it. If its inputs have the recorded identities when its turn comes, it is not notified.
  func notifyLater(_ observer: NodeRef) {
    if transaction.hasWrites {
      observer.pointee.isClean = true
      observer.pointee.references += 1
      transaction.newcomers.append(observer)
    } else {
      observer.pointee.isClean = false
      enqueue(observer)
    }
  }

  /// Whether this thread is running the closure of a node.
  func isRunning(_ node: NodeRef) -> Bool { (0..<tracking.runs.count).contains { tracking.runs[$0].node == node } }

  // MARK: Cycles

  /// Traps if this thread is already computing the node, and the node is therefore derived from itself.
  ///
  /// If the node's closure, or one running inside it, was invalidated, there may be no cycle: its next run may read
  /// other inputs. For a closure in another region, whose lock is not held, this is unknown. In both cases it traps
  /// only if nine runs of the node are nested.
  private func trapIfRunning(_ node: NodeRef) {
    guard !tracking.runs.isEmpty else { return }
    let runs = (0..<tracking.runs.count).filter { tracking.runs[$0].node == node }
    guard let first = runs.last else { return }
    let isUncertain = (first..<tracking.runs.count).contains {
      !isHere(tracking.runs[$0].node) || tracking.runs[$0].node.pointee.invalidatedAt > tracking.runs[$0].version
    }
    if isUncertain, runs.count < 9 { return }
    // Each of these nodes reads the next, or has caused its run.
    var nodes: [NodeRef] = []
    for index in first..<tracking.runs.count {
      let end = index + 1 < tracking.runs.count ? Int(tracking.runs[index + 1].walked) : path.count
      nodes.append(tracking.runs[index].node)
      nodes += (Int(tracking.runs[index].walked)..<end).map { path[$0].node }
    }
    var callSites: [String] = []
    for node in nodes + [node] {
      if let callSite = node.callSite?.description, callSite != callSites.last { callSites.append(callSite) }
    }
    unlock()
    let through = callSites.isEmpty ? "" : " The cycle: \(callSites.joined(separator: " reads "))."
    fatalError(
      """
      A property is derived from itself: its closure reads, or chooses, a property computed from it. Remove one of \
      these reads.\(through)
      """)
  }
}
