import StreamCore

/// Properties that are computed from themselves.
extension Turn {
  /// Traps if a node that is to be computed is being computed by this thread already.
  ///
  /// It is not derived from itself where a closure on the way has read what others have set since: what that closure
  /// makes is of two moments and counts for nothing, so the node is computed inside of it, as things are now. Called, and
  /// left, with the lock held; returns whether the lock was free.
  func trapInRing(_ node: NodeRef) -> Bool {
    guard running.contains(node) else { return false }
    // A closure that changes what it has read would go on for ever.
    let isNew = reads.frames.count { $0.node == node } < 9
    if isNew, let first = reads.frames.lastIndex(where: { $0.node == node }) {
      let ring = first..<reads.frames.count
      if reads.frames[ring].contains(where: { $0.isOutdated }) { return false }
      unlock()
      let isOutdated = ring.contains { noteWhetherOutdated($0) }
      lock(node)
      if isOutdated { return true }
    }
    unlock()
    preconditionFailure("A property is derived from itself: its closure reads, or chooses, what is computed from it.")
  }

  /// Looks whether what a running closure has read has changed. What it knew before it ran would have marked it; what
  /// it has read for the first time has no edge to it yet. Their graphs need not be one, so each has its own lock.
  private func noteWhetherOutdated(_ index: Int) -> Bool {
    let frame = reads.frames[index]
    let end = index + 1 < reads.frames.count ? reads.frames[index + 1].first : reads.entries.count
    lock(frame.node)
    var isOutdated = frame.node.pointee.epoch != frame.epoch
    unlock()
    for entry in reads.entries[frame.known..<end] where !isOutdated && entry.isCaptured {
      lock(entry.node)
      isOutdated = entry.node.isStale || entry.node.pointee.changedAt != entry.changedAt
      unlock()
    }
    reads.frames[index].isOutdated = isOutdated
    return isOutdated
  }
}
