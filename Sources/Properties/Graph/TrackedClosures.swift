import StreamCore
import StreamPrimitives

/// Running tracked closures, whose inputs are the properties that they read.
extension GraphThread {
  /// Computes a node by a tracked closure.
  ///
  /// - Parameter areSame: Whether a value is the same as the stored one, whose identity it then gets. Runs with the
  ///   lock held.
  @inlinable
  func computeTracked<Value>(_ node: NodeRef, _ compute: () -> Value, areSame: ((Value, Value) -> Bool)? = nil) {
    beginTracking(node)
    var value: Value? = compute()
    releaseReads()
    let privateIdentity = endTracking(node)
    let isSame = node.has(.hasValue) && areSame?(node.value(Value.self), value.unsafelyUnwrapped) ?? false
    store(&value, in: node, privateIdentity, as: isSame ? node.pointee.identity : nil)
  }

  /// Captures the inputs of the last run that are up to date, and releases the lock.
  @usableFromInline
  func beginTracking(_ node: NodeRef) {
    let (first, moves) = (tracking.entries.count, evaluation.pointee.moves)
    var isPrivate = false
    var next = node.pointee.firstInput
    while let link = next {
      next = link.pointee.nextInput
      let input = link.pointee.input
      append(input, link)
      if resolve(input, &isPrivate) != nil { capture(tracking.entries.pointer(at: tracking.entries.count - 1)) }
    }
    if evaluation.pointee.moves != moves {
      // The values captured before are of an older version.
      for index in first..<tracking.entries.count { tracking.entries.pointer(at: index).pointee.capturedAt = 0 }
    }
    beginComputing(node, reading: first)
    tracking.context.isOn = true
  }

  /// Releases the captured values after the closure has returned.
  @usableFromInline
  func releaseReads() {
    tracking.context.isOn = false
    for index in Int(tracking.run.pointee.first)..<tracking.entries.count { tracking.releaseBox(index) }
  }

  /// Takes the lock again. If the result is to be stored, replaces the node's inputs by the recorded reads.
  ///
  /// The inputs of an effect are replaced unless it was disposed. If the run is not current, the effect is enqueued
  /// again.
  ///
  /// - Returns: The identity of a private result; `nil` if the result is current.
  @usableFromInline
  func endTracking(_ node: NodeRef) -> UInt64? {
    let run = tracking.run.pointee
    let all = Int(run.first)..<tracking.entries.count
    var identity = endComputing(node)
    if node.has(.disposed) {
      unlinkExtras(run)
    } else if node.has(.observer) {
      relink(node, run, all)
      if node.pointee.liveInputs > 0 { node.pointee.flags.remove(.ended) }
      node.pointee.validAt = evaluation.pointee.version
      if identity != nil { notifyLater(node) }
    } else if identity == nil, node.pointee.validAt == run.validAt {
      relink(node, run, all)
    } else {
      // The result is private, or another run has stored a value and made the edges that go with it. If the node is
      // stale again, a current result becomes private, because those edges do not go with it.
      if identity == nil, !node.isClean { identity = identityOfReads(of: run) { $0.pointee.identity } }
      unlinkExtras(run)
    }
    // The entries retain their nodes, because another run of the same closure may have unlinked them.
    for index in all.reversed() {
      let entry = tracking.entries.pointer(at: index)
      if entry.pointee.outer < run.first {
        entry.pointee.node.pointee.hint.store(entry.pointee.outer, ordering: .relaxed)
      }
      release(entry.pointee.node)
    }
    tracking.entries.removeAll(from: Int(run.first))
    return identity
  }

  /// The identity of a tracked closure's result, from identities of the inputs that it has read.
  ///
  /// See `identityOfInputs`.
  func identityOfReads(of run: Run, _ identity: (UnsafeMutablePointer<Tracking.Entry>) -> UInt64) -> UInt64 {
    var sum: UInt64 = 1
    for index in Int(run.first)..<tracking.entries.count where tracking.entries[index].order >= 0 {
      let order = tracking.entries[index].order
      sum &+= digest(identity(tracking.entries.pointer(at: index)), at: order)
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

  /// Removes the edges that a run has made, because its result is not stored.
  private func unlinkExtras(_ run: Run) {
    for index in Int(run.known)..<tracking.entries.count { unlink(tracking.entries[index].link) }
  }

  /// Replaces the inputs of a node by the reads of its closure, in the order of first reading.
  private func relink(_ node: NodeRef, _ run: Run, _ all: Range<Int>) {
    if node.has(.observer) { passOnFirstIdentities(run) }
    for index in all {
      let entry = tracking.entries.pointer(at: index)
      // An effect that has changed one of its inputs runs again: no value that can change has the identity 0.
      let hasChanged = node.has(.observer) && entry.pointee.identity != entry.pointee.firstIdentity
      entry.pointee.link.pointee.seen = hasChanged ? 0 : entry.pointee.identity
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

  /// Copies the `firstIdentity` of an input that the last run has read to its second entry, if it has one.
  ///
  /// A read makes a second entry if another thread has overwritten the node's `hint`.
  private func passOnFirstIdentities(_ run: Run) {
    let (known, count) = (Int(run.known), tracking.entries.count)
    guard run.first < run.known, known < count else { return }
    // All threads change hints with the lock held, so these are not overwritten meanwhile.
    for index in known..<count {
      tracking.entries[index].node.pointee.hint.store(Int32(truncatingIfNeeded: index), ordering: .relaxed)
    }
    for index in Int(run.first)..<known where tracking.entries[index].order < 0 {
      let entry = tracking.entries[index]
      let second = Int(entry.node.pointee.hint.load(ordering: .relaxed))
      guard second >= known, second < count, tracking.entries[second].node == entry.node else { continue }
      tracking.entries.pointer(at: second).pointee.firstIdentity = entry.firstIdentity
    }
  }
}
