import StreamCore
import StreamPrimitives

/// What closures that are tracked have read: the values that a running closure may take without the lock, one moment's
/// where they are known before it runs.
struct Reads: ~Copyable {
  /// What was captured, the innermost closure's last.
  var entries = WorkList<Entry>()
  var frames = WorkList<Frame>()

  /// Whether what is read now counts.
  var isTracking = false

  /// One input of a closure that is running.
  struct Entry: BitwiseCopyable {
    let node: NodeRef

    /// The edge by which changes of the input make the result of the closure invalid.
    let link: LinkRef

    /// The value: its bytes where it is plain, else a copy in a ``ValueBox``, retained.
    var word: UInt64 = 0
    var isCaptured = false
    var isBoxed = false

    /// Which of the reads was the first of this input; -1 before it.
    var order: Int32 = -1

    init(_ node: NodeRef, _ link: LinkRef) {
      self.node = node
      self.link = link
    }
  }

  /// One closure that is running.
  struct Frame: BitwiseCopyable {
    let node: NodeRef
    let first: Int
    let known: Int
    var next: Int
    var order: Int32 = 0
    var isInOrder = true

    /// Whether something was set while the closure ran, on its thread.
    var hasSet = false

    init(_ node: NodeRef, first: Int, known: Int) {
      self.node = node
      self.first = first
      self.known = known
      next = first
    }

    /// Whether the closure has read what it read last time, in the same order, and so nothing else.
    func isAsBefore(_ count: Int) -> Bool { isInOrder && next == known && known == count }
  }

  /// The place of a node among what the running closure has, if its value is there.
  mutating func find(_ node: NodeRef) -> Int? {
    let frame = frames.place(frames.count - 1)
    let next = frame.pointee.next
    if next < entries.count {
      let entry = entries.place(next)
      if entry.pointee.node == node, entry.pointee.isCaptured {
        frame.pointee.next = next + 1
        if entry.pointee.order < 0 { note(next, isInOrder: true) }
        return next
      }
    }
    let hint = Int(node.prefix.pointee.hint.load(ordering: .relaxed))
    guard hint >= frame.pointee.first, hint < entries.count else { return nil }
    let entry = entries.place(hint)
    guard entry.pointee.node == node, entry.pointee.isCaptured else { return nil }
    if entry.pointee.order < 0 { note(hint, isInOrder: false) }
    return hint
  }

  /// Releases the copy of a value. Called without the lock.
  mutating func releaseBox(_ index: Int) {
    guard entries[index].isBoxed else { return }
    entries.place(index).pointee.isBoxed = false
    Unmanaged<AnyObject>.fromOpaque(UnsafeRawPointer(bitPattern: UInt(entries[index].word))!).release()
  }

  /// Takes note of the first read of an input, which may come out of the order of the last run.
  mutating func note(_ index: Int, isInOrder: Bool) {
    let frame = frames.place(frames.count - 1)
    entries.place(index).pointee.order = frame.pointee.order
    frame.pointee.order += 1
    if !isInOrder { frame.pointee.isInOrder = false }
  }
}

extension Turn {
  /// The value of a property: what a closure that is tracked has captured, or what it is now.
  @inlinable
  func read<Value>(_ node: NodeRef, _ type: Value.Type) -> Value {
    if let value = readTracked(node, Value.self) { return value }
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

  /// What a closure that is tracked has captured; `nil` where no such closure is running.
  @inlinable
  func readTracked<Value>(_ node: NodeRef, _ type: Value.Type) -> Value? {
    guard let word = captured(node) else { return nil }
    if _isPOD(Value.self), MemoryLayout<Value>.size <= 8 {
      return withUnsafeBytes(of: word) { $0.load(as: Value.self) }
    }
    return ValueBox<Value>.at(word)._withUnsafeGuaranteedRef { $0.value }
  }

  @usableFromInline
  func captured(_ node: NodeRef) -> UInt64? {
    guard reads.isTracking else { return nil }
    return reads.entries[reads.find(node) ?? readMore(node)].word
  }

  /// Reads that follow count for nobody.
  func suspendTracking() -> Bool {
    defer { reads.isTracking = false }
    return reads.isTracking
  }

  func resumeTracking(_ isTracking: Bool) { reads.isTracking = isTracking }

  /// Validates for a closure that reads, on another stack if this one is nearly used up.
  @usableFromInline
  func validateDeep(_ node: NodeRef) {
    validateIfHere(node)
    precondition(
      neededActor == nil,
      "\(node.callSitePrefix)A property that is computed on an actor, or made from one, was read elsewhere.")
  }

  /// The same, but where it takes an actor it leaves that in `neededActor`.
  func validateIfHere(_ node: NodeRef) {
    guard Stack.isNearlyUsedUp(stackReserve) else { return validate(node) }
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

  /// Captures a value that the closure reads for the first time, or that it has changed itself.
  private func readMore(_ node: NodeRef) -> Int {
    let frame = reads.frames[reads.frames.count - 1]
    var index = Int(node.prefix.pointee.hint.load(ordering: .relaxed))
    let isKnown = index >= frame.first && index < reads.entries.count && reads.entries[index].node == node
    if isKnown, !reads.entries[index].isCaptured { reads.releaseBox(index) }
    lock(node)
    while !isKnown, !isHere(frame.node) {
      unlock()
      NodeRef.unite(node, frame.node)
      lock(node)
    }
    if node.isStale {
      if node.has(.source) { node.pointee.flags.remove(.stale) } else { validateDeep(node) }
    }
    if !isKnown {
      index = reads.entries.count
      reads.entries.append(Reads.Entry(node, looseLink(frame.node, to: node)))
      node.prefix.pointee.hint.store(Int32(truncatingIfNeeded: index), ordering: .relaxed)
    }
    if !reads.entries[index].isCaptured { capture(reads.entries.place(index)) }
    unlock()
    if reads.entries[index].order < 0 {
      let isInOrder = isKnown && frame.next == index
      reads.note(index, isInOrder: isInOrder)
      if isInOrder { reads.frames.place(reads.frames.count - 1).pointee.next += 1 }
    }
    if !deadNodes.isEmpty { releaseDead() }
    return index
  }

  /// Copies the value of a clean node.
  private func capture(_ entry: UnsafeMutablePointer<Reads.Entry>) {
    let node = entry.pointee.node
    entry.pointee.isCaptured = true
    if node.has(.isPlain) {
      entry.pointee.word = UnsafeRawPointer(node + 1).load(as: UInt64.self)
    } else {
      withUnsafeMutablePointer(to: &entry.pointee.word) { node.perform(.copy($0), self) }
      entry.pointee.isBoxed = true
    }
  }

  /// This thread sets something: what its closures have captured may not be what they would read now. Called with the
  /// lock held.
  @usableFromInline
  func forgetReads() {
    if reads.frames.isEmpty { return }
    for index in 0..<reads.entries.count { reads.entries.place(index).pointee.isCaptured = false }
    for index in 0..<reads.frames.count { reads.frames.place(index).pointee.hasSet = true }
  }

  /// Cleans what a closure has read and then made stale itself: the result is to be clean, and so must be what it is
  /// made of.
  private func validateReads(_ frame: Reads.Frame) {
    for index in frame.first..<reads.entries.count where reads.entries[index].order >= 0 {
      let node = reads.entries[index].node
      guard node.isStale else { continue }
      if node.has(.source) { node.pointee.flags.remove(.stale) } else { validate(node) }
    }
    isDisturbed = true
  }

  // MARK: Tracking

  /// Computes a node by a closure that finds out what it depends on.
  @inlinable
  func computeTracked<Value>(_ node: NodeRef, _ compute: () -> Value) {
    beginTracking(node)
    var value: Value? = compute()
    stopTracking()
    store(&value, in: node, finishTracking(node))
  }

  /// Captures, in one moment, what the closure read last time as far as it is clean, and opens the lock.
  @usableFromInline
  func beginTracking(_ node: NodeRef) {
    let first = reads.entries.count
    var next = node.pointee.firstInput
    while let link = next {
      next = link.pointee.nextInput
      let input = link.pointee.input
      if input.isStale, input.has(.source) { input.pointee.flags.remove(.stale) }
      let index = reads.entries.count
      input.prefix.pointee.hint.store(Int32(truncatingIfNeeded: index), ordering: .relaxed)
      reads.entries.append(Reads.Entry(input, link))
      if !input.isStale { capture(reads.entries.place(index)) }
    }
    begin(node)
    reads.frames.append(Reads.Frame(node, first: first, known: reads.entries.count))
    reads.isTracking = true
  }

  /// The closure is through: what it read is not needed any more.
  @usableFromInline
  func stopTracking() {
    reads.isTracking = false
    for index in reads.frames[reads.frames.count - 1].first..<reads.entries.count { reads.releaseBox(index) }
  }

  /// Takes the lock again, and makes the edges what was read; returns whether what was computed is valid. The result of
  /// an observer always is.
  @usableFromInline
  func finishTracking(_ node: NodeRef) -> Bool {
    let run = running[running.count - 1]
    var isValid = resume(node)
    let frame = reads.frames.removeLast()
    if node.has(.observer) {
      finishEffect(node, frame)
    } else {
      if isValid, frame.hasSet {
        validateReads(frame)
        isValid = node.pointee.epoch == run.epoch
      }
      if isValid { relink(node, frame) } else { unlinkExtras(frame) }
    }
    if !isValid { isDisturbed = true }
    reads.entries.removeAll(from: frame.first)
    return isValid
  }

  /// Takes the edges out that a run of a closure has made which does not count.
  private func unlinkExtras(_ frame: Reads.Frame) {
    for index in frame.known..<reads.entries.count { unlink(reads.entries[index].link) }
  }

  /// Makes the inputs of a node what its closure has read, in the order of first reading.
  private func relink(_ node: NodeRef, _ frame: Reads.Frame) {
    if frame.isAsBefore(reads.entries.count) { return }
    let all = frame.first..<reads.entries.count
    // Where the reads are, by their order.
    let base = readOrder.count
    for _ in 0..<frame.order { readOrder.append(0) }
    for index in all where reads.entries[index].order >= 0 {
      readOrder[base + Int(reads.entries[index].order)] = index
    }
    node.pointee.firstInput = nil
    var last: LinkRef?
    for place in base..<readOrder.count {
      let link = reads.entries[readOrder[place]].link
      link.pointee.nextInput = nil
      if let last { last.pointee.nextInput = link } else { node.pointee.firstInput = link }
      last = link
    }
    readOrder.removeAll(from: base)
    for index in all where reads.entries[index].order < 0 { unlink(reads.entries[index].link) }
  }

  /// Makes the inputs of an effect what it has read; what changed meanwhile has marked it.
  private func finishEffect(_ node: NodeRef, _ frame: Reads.Frame) {
    guard !node.has(.disposed) else { return unlinkExtras(frame) }
    relink(node, frame)
    guard !node.isStale else { return }
    node.pointee.seenAt = stamp
    if node.pointee.liveInputs == 0 { node.pointee.flags.insert(.ended) }
  }
}
