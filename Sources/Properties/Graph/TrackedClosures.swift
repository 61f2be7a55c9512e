import StreamCore
import StreamPrimitives

/// Running tracked closures, whose inputs are the properties that they read.
extension GraphThread {
  /// Computes a node by a tracked closure.
  @inlinable
  func computeTracked<Value>(_ node: NodeRef, _ compute: () -> Value) {
    beginTracking(node)
    var value: Value? = compute()
    releaseReads()
    store(&value, in: node, endTracking(node))
  }

  /// Captures the inputs of the last run that are up to date, and releases the lock.
  @usableFromInline
  func beginTracking(_ node: NodeRef) {
    let (first, moves) = (tracking.entries.count, evaluation.pointee.moves)
    let mayBePrivate = evaluation.pointee.mayBePrivate
    var isPrivate = false
    var next = node.pointee.firstInput
    while let link = next {
      next = link.pointee.nextInput
      let input = link.pointee.input
      append(input, link)
      let isKnown = input.isClean && !mayBePrivate || resolve(input, &isPrivate) != nil
      if isKnown { capture(tracking.entries.pointer(at: tracking.entries.count - 1)) }
    }
    if evaluation.pointee.moves != moves { forgetReads() }
    beginComputing(node, reading: first)
    tracking.context.isOn = true
  }

  /// Releases the captured values after the closure has returned.
  @usableFromInline
  func releaseReads() {
    tracking.context.isOn = false
    for index in Int(tracking.run.pointee.first)..<tracking.entries.count { tracking.releaseBox(index) }
  }

  /// Takes the lock again. Replaces the node's inputs by the recorded reads if the result is current.
  @usableFromInline
  func endTracking(_ node: NodeRef) -> Outcome {
    let run = tracking.run.pointee
    let all = Int(run.first)..<tracking.entries.count
    var outcome = endComputing(node)
    if outcome.isCurrent, run.hasReadPrivate {
      outcome = isMixed(run, hasPrivateInput: true) ? .mixed : .outdated(0)
    }
    if case .outdated = outcome {
      if !run.hasReadPrivate, evaluation.pointee.moves != run.moves, !node.has(.observer), acceptOwnChanges(all) {
        outcome = .current
      } else {
        outcome = .outdated(identity(of: all))
      }
    }
    if !outcome.isCurrent, transaction.hasWrites { recordReads(of: node, all) }
    if node.has(.observer) {
      recordRun(of: node, run, all, outcome)
    } else if outcome.isCurrent, node.pointee.validAt == run.validAt {
      relink(node, run, all)
    } else {
      // Another thread has stored a value, and made the edges that go with it.
      if outcome.isCurrent, !node.isClean { outcome = .outdated(identity(of: all)) }
      unlinkExtras(run)
    }
    // Another thread that runs the same closure may have unlinked them.
    for index in all.reversed() {
      let entry = tracking.entries.pointer(at: index)
      if entry.pointee.outer < run.first {
        entry.pointee.node.prefix.pointee.hint.store(entry.pointee.outer, ordering: .relaxed)
      }
      release(entry.pointee.node)
    }
    tracking.entries.removeAll(from: Int(run.first))
    return outcome
  }

  /// Brings the inputs of a closure up to date, if the closure has changed them itself.
  ///
  /// The result of the closure is accepted unless an input is private or stale again. Otherwise the closure would run
  /// without end. The lock is held on entry and on return.
  private func acceptOwnChanges(_ all: Range<Int>) -> Bool {
    var isPrivate = false
    for index in all where tracking.entries[index].order >= 0 {
      let entry = tracking.entries.pointer(at: index)
      if resolve(entry.pointee.node, &isPrivate) == nil { pullInput(entry.pointee.node) }
    }
    // The result is accepted only if nothing has changed since.
    for index in all where tracking.entries[index].order >= 0 {
      let entry = tracking.entries.pointer(at: index)
      guard let identity = resolve(entry.pointee.node, &isPrivate) else { return false }
      entry.pointee.identity = identity
    }
    return !isPrivate
  }

  /// The identity of the result of a tracked closure.
  private func identity(of all: Range<Int>) -> UInt64 {
    var sum: UInt64 = 0
    for index in all where tracking.entries[index].order >= 0 {
      sum &+= digest(tracking.entries[index].identity, at: tracking.entries[index].order)
    }
    return sum
  }

  /// Runs the tracked body of an observer. The lock is held on entry and on return.
  func runTracked<Result>(_ observer: NodeRef, _ body: () -> Result) -> Result {
    beginTracking(observer)
    let result = body()
    releaseReads()
    _ = endTracking(observer)
    release(observer)
    return result
  }

  /// Replaces the inputs of an effect by the reads of its run, and decides whether it runs again.
  private func recordRun(of observer: NodeRef, _ run: Run, _ all: Range<Int>, _ outcome: Outcome) {
    guard !observer.has(.disposed) else { return unlinkExtras(run) }
    relink(observer, run, all)
    if observer.pointee.liveInputs > 0 { observer.pointee.flags.remove(.ended) }
    observer.pointee.validAt = evaluation.pointee.version
    if !outcome.isCurrent { notifyLater(observer) }
  }

  /// Records in the memo the reads of a closure whose edges are not kept.
  private func recordReads(of node: NodeRef, _ all: Range<Int>) {
    let memo = evaluation.pointee.memo ?? Memo()
    evaluation.pointee.memo = memo
    let reads = all.compactMap { index in
      tracking.entries[index].order >= 0 ? tracking.entries[index].node : nil
    }
    for input in reads { input.pointee.references += 1 }
    for input in memo.reads.updateValue(reads, forKey: node) ?? [] { release(input) }
  }

  /// Removes the edges that a run has made, because its result is not used.
  private func unlinkExtras(_ run: Run) {
    for index in Int(run.known)..<tracking.entries.count { unlink(tracking.entries[index].link) }
  }

  /// Replaces the inputs of a node by the reads of its closure, in the order of first reading.
  private func relink(_ node: NodeRef, _ run: Run, _ all: Range<Int>) {
    for index in all {
      let entry = tracking.entries.pointer(at: index)
      // An effect runs again if it has changed one of its inputs, so the first identity counts.
      entry.pointee.link.pointee.seen = node.has(.observer) ? entry.pointee.firstIdentity : entry.pointee.identity
    }
    // The closure has read the same inputs as in the last run, in the same order.
    if run.isInOrder, run.next == run.known, run.known == tracking.entries.count { return }
    let base = tracking.order.count
    for _ in 0..<run.order { tracking.order.append(0) }
    for index in all where tracking.entries[index].order >= 0 {
      tracking.order[base + Int(tracking.entries[index].order)] = index
    }
    node.pointee.firstInput = nil
    var last: LinkRef?
    for place in base..<tracking.order.count {
      let link = tracking.entries[tracking.order[place]].link
      link.pointee.nextInput = nil
      if let last { last.pointee.nextInput = link } else { node.pointee.firstInput = link }
      last = link
    }
    tracking.order.removeAll(from: base)
    for index in all where tracking.entries[index].order < 0 { unlink(tracking.entries[index].link) }
  }
}
