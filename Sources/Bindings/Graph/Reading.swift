import StreamCore
public import Synchronization

/// What closures that are tracked have read: the values that a running closure may take without the lock, one moment's where they are known before it runs.
@frozen
@usableFromInline
struct Reads {
  /// What was captured, the innermost closure's last.
  @usableFromInline var entries: ContiguousArray<Entry> = []
  @usableFromInline var frames: ContiguousArray<Frame> = []

  /// Whether what is read now counts.
  @usableFromInline var isTracking = false

  @inlinable init() {}

  /// One input of a closure that is running.
  @frozen
  @usableFromInline
  struct Entry {
    @usableFromInline let node: NodeRef
    @usableFromInline var changedAt: UInt64 = 0

    /// The value: plain, or a copy in memory of its own.
    @usableFromInline var word: UInt64 = 0
    @usableFromInline var copy: AnyObject?
    @usableFromInline var isCaptured = false

    /// Which of the reads was the first of this input; -1 before it.
    @usableFromInline var order: Int32 = -1

    /// The edge, if there was one before.
    @usableFromInline var link: LinkRef?

    @inlinable init(_ node: NodeRef, _ link: LinkRef?) {
      self.node = node
      self.link = link
    }
  }

  /// One closure that is running.
  @frozen
  @usableFromInline
  struct Frame {
    @usableFromInline let node: NodeRef
    @usableFromInline let epoch: UInt32
    @usableFromInline let first: Int
    @usableFromInline let known: Int
    @usableFromInline var next: Int
    @usableFromInline var order: Int32 = 0
    @usableFromInline var isInOrder = true

    /// Whether something that it has read is known to have changed, so that its result counts for nothing.
    @usableFromInline var isOutdated = false

    init(_ node: NodeRef, epoch: UInt32, first: Int, known: Int) {
      self.node = node
      self.epoch = epoch
      self.first = first
      self.known = known
      next = first
    }
  }

  /// Reads that follow count for nobody.
  @inlinable
  mutating func suspend() -> Bool {
    defer { isTracking = false }
    return isTracking
  }

  @inlinable mutating func resume(_ suspended: Bool) { isTracking = suspended }

  /// The place of a node among what the running closure has, if its value is there.
  @inlinable
  mutating func find(_ node: NodeRef) -> Int? {
    let top = frames.count - 1
    let next = frames[top].next
    if next < entries.count, entries[next].node == node, entries[next].isCaptured {
      frames[top].next = next + 1
      entries[next].order = frames[top].order
      frames[top].order += 1
      return next
    }
    let hint = Int(node.prefix.pointee.hint.load(ordering: .relaxed))
    guard hint >= frames[top].first, hint < entries.count, entries[hint].node == node, entries[hint].isCaptured
    else { return nil }
    if entries[hint].order < 0 { note(hint) }
    return hint
  }

  /// A first read that comes out of the order of the last run.
  @usableFromInline
  mutating func note(_ index: Int) {
    let top = frames.count - 1
    entries[index].order = frames[top].order
    frames[top].order += 1
    frames[top].isInOrder = false
  }
}

extension Turn {
  /// The value of a property: what a closure that is tracked has captured, or what it is now.
  @inlinable
  func read<Value>(_ node: NodeRef, _ type: Value.Type) -> Value {
    if reads.isTracking {
      let index = reads.find(node) ?? readMore(node)
      if _isPOD(Value.self), MemoryLayout<Value>.size <= 8 {
        return withUnsafeBytes(of: &reads.entries[index].word) { $0.load(as: Value.self) }
      }
      return unsafeDowncast(reads.entries[index].copy.unsafelyUnwrapped, to: ValueBox<Value>.self).value
    }
    lock(node)
    if node.isStale, !node.has(.source) { validateDeep(node) }
    if node.has(.isVisible) {
      unlock()
      return readVisibly(node, Value.self)
    }
    let value = node.value(Value.self)
    unlock()
    finish()
    return value
  }

  /// Validates for a closure that reads, on another stack if this one is nearly used up.
  @usableFromInline
  func validateDeep(_ node: NodeRef) {
    defer { precondition(neededActor == nil, "A property that is computed on an actor was read elsewhere.") }
    guard Stack.isNearlyUsedUp(stackLimit) else { return validate(node) }
    node.pointee.references += 1
    unlock()
    Stack.goOnElsewhere(self) {
      self.lock(node)
      self.validate(node)
      self.unlock()
    }
    lock(node)
    if node.isStale { validate(node) }
    release(node)
  }

  /// Captures a value that the closure reads for the first time.
  @usableFromInline
  func readMore(_ node: NodeRef) -> Int {
    lock(node)
    // Not to be destroyed before the edge to it is made.
    node.pointee.references += 1
    if node.isStale {
      if node.has(.source) { node.pointee.flags.remove(.stale) } else { validateDeep(node) }
    }
    let top = reads.frames.count - 1
    let first = reads.frames[top].first
    var index = Int(node.prefix.pointee.hint.load(ordering: .relaxed))
    let isKnown = index >= first && index < reads.entries.count && reads.entries[index].node == node
    if isKnown {
      node.pointee.references -= 1
    } else {
      index = reads.entries.count
      reads.entries.append(Reads.Entry(node, nil))
      node.prefix.pointee.hint.store(Int32(truncatingIfNeeded: index), ordering: .relaxed)
    }
    if !reads.entries[index].isCaptured { capture(index) }
    unlock()
    if reads.entries[index].order < 0 {
      if isKnown, reads.frames[top].next == index {
        reads.entries[index].order = reads.frames[top].order
        reads.frames[top].order += 1
        reads.frames[top].next += 1
      } else {
        reads.note(index)
      }
    }
    if !deadNodes.isEmpty { releaseDead() }
    return index
  }

  /// Copies the value of a clean node.
  private func capture(_ index: Int) {
    let node = reads.entries[index].node
    reads.entries[index].changedAt = node.pointee.changedAt
    reads.entries[index].isCaptured = true
    if node.has(.isPlain) {
      reads.entries[index].word = UnsafeMutableRawPointer(node + 1).load(as: UInt64.self)
    } else {
      withUnsafeMutablePointer(to: &reads.entries[index].copy) { node.pointee.body(node, .copy($0)) }
    }
  }

  // MARK: Tracking

  /// Computes a node by a closure that finds out what it depends on.
  @inlinable
  func computeTracked<Value>(_ node: NodeRef, _ compute: () -> Value) {
    let run = beginTracking(node)
    let value = compute()
    stopTracking()
    store(value, in: node, finishTracking(node, run))
  }

  /// Captures, in one moment, what the closure read last time as far as it is clean, and opens the lock.
  @usableFromInline
  func beginTracking(_ node: NodeRef) -> Run {
    let first = reads.entries.count
    var next = node.pointee.firstInput
    while let link = next {
      next = link.pointee.nextInput
      let input = link.pointee.input
      if input.isStale, input.has(.source) { input.pointee.flags.remove(.stale) }
      let index = reads.entries.count
      reads.entries.append(Reads.Entry(input, link))
      input.prefix.pointee.hint.store(Int32(truncatingIfNeeded: index), ordering: .relaxed)
      if !input.isStale { capture(index) }
    }
    let run = begin(node)
    reads.frames.append(Reads.Frame(node, epoch: run.epoch, first: first, known: reads.entries.count))
    reads.isTracking = true
    return run
  }

  /// The closure is through: what it read is not needed any more.
  @usableFromInline
  func stopTracking() {
    reads.isTracking = false
    for index in reads.frames[reads.frames.count - 1].first..<reads.entries.count {
      if reads.entries[index].copy != nil { reads.entries[index].copy = nil }
    }
  }

  /// Takes the lock again, and makes the edges what was read; returns whether what was computed is valid. The result of an observer always is.
  @usableFromInline
  func finishTracking(_ node: NodeRef, _ run: Run) -> Bool {
    var isValid = resume(node, run)
    let frame = reads.frames.removeLast()
    let extras = frame.known..<reads.entries.count
    for index in extras {
      while !isHere(reads.entries[index].node) {
        unlock()
        NodeRef.unite(reads.entries[index].node, node)
        lock(node)
        noteDisturbance(run.stamp, run.region)
      }
    }
    isValid = node.pointee.epoch == run.epoch
    let haveExtrasChanged = extras.contains { index in
      let entry = reads.entries[index]
      return entry.node.isStale || entry.node.pointee.changedAt != entry.changedAt
    }
    if node.has(.observer) {
      finishEffect(node, frame, isValid && !haveExtrasChanged)
    } else if haveExtrasChanged {
      if node.isStale { node.pointee.flags.insert(.dirty) }
      isValid = false
    } else if isValid {
      relink(node, frame)
    }
    if !isValid { isDisturbed = true }
    for index in extras { release(reads.entries[index].node) }
    reads.entries.removeLast(reads.entries.count - frame.first)
    return isValid
  }

  /// Makes the inputs of a node what its closure has read, in the order of first reading.
  func relink(_ node: NodeRef, _ frame: Reads.Frame) {
    let all = frame.first..<reads.entries.count
    if frame.isInOrder, frame.known == all.upperBound, frame.next == frame.known { return }
    var used = all.filter { reads.entries[$0].order >= 0 }
    if !frame.isInOrder { used.sort { reads.entries[$0].order < reads.entries[$1].order } }
    node.pointee.firstInput = nil
    var last: LinkRef?
    for index in used {
      let entry = reads.entries[index]
      if let link = entry.link {
        link.pointee.nextInput = nil
        if let last { last.pointee.nextInput = link } else { node.pointee.firstInput = link }
        last = link
      } else {
        last = link(node, to: entry.node, after: last)
      }
    }
    for index in all where reads.entries[index].order < 0 {
      if let link = reads.entries[index].link { unlink(link) }
    }
  }
}

extension Turn {
  /// Makes the inputs of an effect what it has read; it has to run again if that has changed meanwhile.
  func finishEffect(_ node: NodeRef, _ frame: Reads.Frame, _ isCurrent: Bool) {
    guard !node.has(.disposed) else { return }
    relink(node, frame)
    guard !node.isStale else { return }
    if isCurrent {
      node.pointee.seenAt = stamp
    } else {
      node.pointee.flags.insert([.stale, .dirty])
      enqueue(node)
    }
    if node.pointee.liveInputs == 0 { node.pointee.flags.insert(.ended) }
  }
}
