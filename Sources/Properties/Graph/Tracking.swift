import StreamCore
import StreamPrimitives

/// What tracked closures read: the values that a running closure takes without the lock, and the edges that follow from
/// it.
@usableFromInline
struct Tracking: ~Copyable {
  /// The inputs of the closures that are running, the innermost closure's last.
  var entries = WorkList<Entry>()
  var frames = WorkList<Frame>()

  /// The entries of a closure in the order of first reading, kept for its memory.
  var order = WorkList<Int>()

  /// Whether what is read now makes a dependency.
  @usableFromInline var isOn = false

  /// The effect whose body is running: what is made in it is disposed with it.
  var effect: UnsafeMutableRawPointer?
  var effectNode: NodeRef?

  /// The question which property is behind a key path.
  var probe: Probe?

  /// What is suspended while handlers and closures run.
  struct Context: BitwiseCopyable {
    let isOn: Bool
    let effect: UnsafeMutableRawPointer?
    let effectNode: NodeRef?
  }

  /// One input of a closure that is running.
  struct Entry: BitwiseCopyable {
    let node: NodeRef
    let link: LinkRef

    /// The value: its bytes if it is plain, else the address of a retained ``ValueBox``.
    var word: UInt64 = 0
    var identity: UInt64 = 0

    /// The identity of the value that was captured first, before the closure has changed anything; 0 if none was.
    var firstIdentity: UInt64 = 0
    var isCaptured = false
    var isBoxed = false

    /// Whether the value is not the one that the node has.
    var isOld = false

    /// The number of inputs that were read before this one; -1 as long as it was not read.
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

    /// Whether a value was read that is not what its node has now.
    var isOld: Bool

    init(_ node: NodeRef, first: Int, known: Int, isOld: Bool) {
      self.node = node
      self.first = first
      self.known = known
      self.isOld = isOld
      next = first
    }

    /// Whether the closure has read what it read last time, in the same order, and nothing else.
    func isAsBefore(_ count: Int) -> Bool { isInOrder && next == known && known == count }
  }

  init() {}

  mutating func suspend() -> Context {
    defer { (isOn, effect, effectNode) = (false, nil, nil) }
    return Context(isOn: isOn, effect: effect, effectNode: effectNode)
  }

  mutating func resume(_ context: Context) {
    (isOn, effect, effectNode) = (context.isOn, context.effect, context.effectNode)
  }

  /// Whether the closure that is running has no inputs so far, so that it may be said to begin now.
  var hasReadNothing: Bool { frames[frames.count - 1].first == entries.count }

  /// The index of a node among the inputs of the running closure, if its value is there.
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
    guard let known = index(of: node), entries[known].isCaptured else { return nil }
    if entries[known].order < 0 { note(known, isInOrder: false) }
    return known
  }

  /// The index of a node among the inputs of the running closure. `nil` if another thread has noted its own index in
  /// the node meanwhile; then the input is captured once more.
  func index(of node: NodeRef) -> Int? {
    let first = frames[frames.count - 1].first
    let hint = Int(node.prefix.pointee.hint.load(ordering: .relaxed))
    if hint >= first, hint < entries.count, entries[hint].node == node { return hint }
    return nil
  }

  /// Releases the copy of a value. Called without the lock.
  mutating func releaseBox(_ index: Int) {
    guard entries[index].isBoxed else { return }
    entries.place(index).pointee.isBoxed = false
    Unmanaged<AnyObject>.fromOpaque(UnsafeRawPointer(bitPattern: UInt(entries[index].word))!).release()
  }

  /// Notes the first read of an input, which may come out of the order of the last run.
  mutating func note(_ index: Int, isInOrder: Bool) {
    let frame = frames.place(frames.count - 1)
    entries.place(index).pointee.order = frame.pointee.order
    frame.pointee.order += 1
    if entries[index].isOld { frame.pointee.isOld = true }
    if !isInOrder { frame.pointee.isInOrder = false }
  }
}

extension GraphThread {
  /// What the tracked closure that is running reads; `nil` where none is.
  @inlinable
  func readTracked<Value>(_ node: NodeRef, _ type: Value.Type) -> Value? {
    guard let word = captured(node) else { return nil }
    if _isPOD(Value.self), MemoryLayout<Value>.size <= 8 {
      return withUnsafeBytes(of: word) { $0.load(as: Value.self) }
    }
    return ValueBox<Value>.at(word)._withUnsafeGuaranteedRef { $0.value }
  }

  /// Suspends dependency tracking, or resumes it; returns whether it was on.
  func setTracking(_ isOn: Bool) -> Bool {
    defer { tracking.isOn = isOn }
    return tracking.isOn
  }

  @usableFromInline
  func captured(_ node: NodeRef) -> UInt64? {
    guard tracking.isOn else { return nil }
    return tracking.entries[tracking.find(node) ?? readMore(node)].word
  }

  /// Captures a value that the closure reads for the first time, or that it has changed itself.
  private func readMore(_ node: NodeRef) -> Int {
    let frameIndex = tracking.frames.count - 1
    let dependent = tracking.frames[frameIndex].node
    let known = tracking.index(of: node)
    if let known { tracking.releaseBox(known) }
    lock(node)
    let isPrivate = bringHere(node, for: dependent)
    let index = known ?? tracking.entries.count
    if known == nil {
      node.pointee.references += 1
      tracking.entries.append(Tracking.Entry(node, link(dependent, to: node)))
      node.prefix.pointee.hint.store(Int32(truncatingIfNeeded: index), ordering: .relaxed)
    }
    if isPrivate { tracking.frames.place(frameIndex).pointee.isOld = true }
    capture(index)
    unlock()
    if tracking.entries[index].order < 0 {
      let isInOrder = known != nil && tracking.frames[frameIndex].next == index
      tracking.note(index, isInOrder: isInOrder)
      if isInOrder { tracking.frames.place(frameIndex).pointee.next += 1 }
    }
    if !releasing.isEmpty { release() }
    return index
  }

  /// Makes the region of an input that of the closure that reads it, and brings the input up to date. Called, and left,
  /// with the lock held.
  ///
  /// - Returns: Whether the value is another one than the node has.
  private func bringHere(_ node: NodeRef, for dependent: NodeRef) -> Bool {
    while true {
      if isHere(dependent), !withRegion({ $0.isNursery }) {
        noteTime()
        var isPrivate = false
        if resolve(node, &isPrivate) != nil { return isPrivate }
        pullInput(node)
      } else {
        // The input first finds out what it depends on itself, as of now. Then its graph and that of the closure become
        // one.
        if !node.isClean, !node.has(.source) { evaluate(node) {} }
        trapIfElsewhere(node)
        unlock()
        leaveNursery(node)
        leaveNursery(dependent, for: node)
        evaluation.pointee.ownChanges &+= unite(dependent, node)
        lock(node)
        if isHere(dependent) {
          register()
          if tracking.hasReadNothing { beginAgain(dependent) }
        }
      }
    }
  }

  /// Lets a closure that has read nothing begin at the version that there is now.
  private func beginAgain(_ dependent: NodeRef) {
    moveEvaluation()
    noteTime()
    let place = running.place(running.count - 1)
    place.pointee = run(dependent, place.pointee.context)
  }

  /// Brings an input up to date in the evaluation of the closure that reads it.
  func pullInput(_ node: NodeRef) {
    let outer = evaluation.pointee.isPrivate
    pullWithStack(node)
    evaluation.pointee.isPrivate = outer
    trapIfElsewhere(node)
  }

  private func trapIfElsewhere(_ node: NodeRef) {
    guard neededActor != nil else { return }
    unlock()
    preconditionFailure(
      "\(node.callSitePrefix)A property that is computed on an actor, or made from one, was read elsewhere.")
  }

  /// Copies the value that a node has in this evaluation.
  func capture(_ index: Int) {
    let entry = tracking.entries.place(index)
    let node = entry.pointee.node
    var isPrivate = false
    entry.pointee.isCaptured = true
    entry.pointee.identity = evaluation.pointee.isOld ? resolve(node, &isPrivate) ?? 0 : node.pointee.identity
    if entry.pointee.firstIdentity == 0 { entry.pointee.firstIdentity = entry.pointee.identity }
    entry.pointee.isOld = isPrivate
    if evaluation.pointee.isOld, let box = privateBox(of: node) {
      entry.pointee.isBoxed = !node.has(.isPlain)
      entry.pointee.word =
        node.has(.isPlain) ? box.word : UInt64(UInt(bitPattern: Unmanaged.passRetained(box).toOpaque()))
    } else if node.has(.isPlain) {
      entry.pointee.word = UnsafeRawPointer(node + 1).load(as: UInt64.self)
    } else {
      withUnsafeMutablePointer(to: &entry.pointee.word) { node.perform(.copy($0), self) }
      entry.pointee.isBoxed = true
    }
  }

  /// This thread changes something: what its closures have captured may not be what they would read now.
  func forgetReads() {
    guard tracking.frames.count > 0 else { return }
    for index in 0..<tracking.entries.count { tracking.entries.place(index).pointee.isCaptured = false }
  }
}
