import StreamCore
import StreamPrimitives

/// The computations that run on a thread, and the inputs of the tracked ones: captured values, and links to nodes.
///
/// Part of the ``GraphThread``: one thread at a time accesses it.
@usableFromInline
struct Tracking: ~Copyable {
  /// The inputs of the running closures, from the outermost to the innermost. Each closure's entries begin with the
  /// inputs of its previous run.
  var entries = WorkList<Entry>()

  /// The computations of this thread that are running, the innermost last.
  var runs = WorkList<Run>()

  /// Indexes of entries in the order of first reading, used by `relink`. It is a field, so that its memory is reused.
  var order = WorkList<Int>()

  var context = Context()

  /// The probe that finds the property behind a key path.
  var probe: Probe?

  /// The tracking state of a closure.
  ///
  /// It is suspended during a handler, an inner computation, and a release by the engine.
  struct Context: BitwiseCopyable {
    /// Whether a read creates a dependency of the innermost closure.
    var isOn = false

    /// The running effect: its ``EffectRun``, which lives at least until the body returns, and its node.
    ///
    /// This effect owns those that its body creates.
    var effect: (run: UnsafeMutableRawPointer, node: NodeRef)?
  }

  /// One input of a closure that is running.
  struct Entry: BitwiseCopyable {
    /// Retained.
    let node: NodeRef

    /// The edge to the input: one that the node had, or one that this run has made.
    ///
    /// Meanwhile another run of the closure may store its result, and free links of the previous run. A run that
    /// detects this unlinks its own links, and accesses no others.
    let link: LinkRef

    /// The value: its bytes if it is plain, else the address of a retained ``ValueBox``.
    var word: UInt64 = 0
    var identity: UInt64 = 0

    /// The identity of the value that was captured first; 0 if none was.
    ///
    /// Sources of the previous run are captured before the closure begins, so before it can set them. If an effect sets
    /// such a source, or one that it has read, and then reads it, another identity is captured. Then `relink` makes the
    /// effect run again. It copies the `firstIdentity` of an unread entry to a second entry of the node.
    var firstIdentity: UInt64 = 0

    /// Whether `word` is the address of a box that has to be released.
    var isBoxed = false

    /// The thread's `changes` when the value was captured; 0 without a valid value.
    var capturedAt: UInt64 = 0

    /// Whether the value is private.
    var isPrivate = false

    /// The number of inputs that were read before this one; -1 while no read of it is recorded.
    var order: Int32 = -1

    /// The node's `hint` before: perhaps the index of an enclosing closure's entry.
    let outer: Int32
  }

  mutating func suspend() -> Context {
    defer { context = Context() }
    return context
  }

  /// The innermost computation.
  var run: UnsafeMutablePointer<Run> { runs.pointer(at: runs.count - 1) }

  /// The innermost closure's entry for a node, if its value was captured after this thread's last change.
  ///
  /// Records the first read of the node.
  mutating func find(_ node: NodeRef, _ changes: UInt64) -> UnsafeMutablePointer<Entry>? {
    let next = Int(run.pointee.next)
    let isNext = next < entries.count && entries.pointer(at: next).pointee.node == node
    guard let index = isNext ? next : index(of: node) else { return nil }
    let entry = entries.pointer(at: index)
    guard entry.pointee.capturedAt == changes else { return nil }
    if entry.pointee.order < 0 { recordRead(index) }
    return entry
  }

  /// The index of the innermost closure's entry for a node, found by the node's `hint`; `nil` if it has none.
  ///
  /// Also `nil` if another thread has changed the hint. Then a read may make a second entry and link.
  func index(of node: NodeRef) -> Int? {
    let hint = Int(node.pointee.hint.load(ordering: .relaxed))
    guard hint < entries.count, hint >= run.pointee.first else { return nil }
    return entries.pointer(at: hint).pointee.node == node ? hint : nil
  }

  /// Releases the copy of a value. Called without the lock.
  mutating func releaseBox(_ index: Int) {
    let entry = entries.pointer(at: index)
    guard entry.pointee.isBoxed else { return }
    entry.pointee.isBoxed = false
    Unmanaged<AnyObject>.fromOpaque(UnsafeRawPointer(bitPattern: UInt(entry.pointee.word))!).release()
  }

  /// Records the first read of an input, and whether it comes in the order of the last run.
  mutating func recordRead(_ index: Int) {
    let (run, entry) = (run, entries.pointer(at: index))
    entry.pointee.order = run.pointee.order
    run.pointee.order += 1
    if entry.pointee.isPrivate { run.pointee.isPrivate = true }
    if run.pointee.next == index { run.pointee.next += 1 } else { run.pointee.isInOrder = false }
  }
}

extension GraphThread {
  /// Returns the value that the innermost tracked closure reads; `nil` if tracking is off.
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
    defer { tracking.context.isOn = isOn }
    return tracking.context.isOn
  }

  /// The word of the value that the innermost tracked closure reads; `nil` if tracking is off.
  @usableFromInline
  func captured(_ node: NodeRef) -> UInt64? {
    guard tracking.context.isOn else { return nil }
    if let entry = tracking.find(node, changes) { return entry.pointee.word }
    return readMore(node)
  }

  /// Captures a value that `find` has not found, and makes an entry if there is none.
  private func readMore(_ node: NodeRef) -> UInt64 {
    let known = tracking.index(of: node)
    let depth = tracking.runs.count - 1
    let dependent = tracking.run.pointee.node
    if let known { runHandlers { tracking.releaseBox(known) } }
    lock(node)
    let isPrivate = bringHere(node, for: dependent)
    let index = known ?? tracking.entries.count
    if known == nil { append(node, link(dependent, to: node)) }
    let (run, entry) = (tracking.runs.pointer(at: depth), tracking.entries.pointer(at: index))
    if isPrivate { run.pointee.isPrivate = true }
    capture(entry)
    unlock()
    if entry.pointee.order < 0 { tracking.recordRead(index) }
    let word = entry.pointee.word
    if !releasing.isEmpty { release() }
    return word
  }

  /// Adds an input of the running closure, or of the one that begins.
  func append(_ input: NodeRef, _ link: LinkRef) {
    let outer = input.pointee.hint.load(ordering: .relaxed)
    input.pointee.hint.store(Int32(truncatingIfNeeded: tracking.entries.count), ordering: .relaxed)
    input.pointee.references += 1
    tracking.entries.append(Tracking.Entry(node: input, link: link, outer: outer))
  }

  /// Unites the regions of an input and of the closure that reads it, and brings the input up to date.
  ///
  /// The lock is held on entry and on return.
  ///
  /// - Returns: Whether the value is private.
  private func bringHere(_ node: NodeRef, for dependent: NodeRef) -> Bool {
    while true {
      if isHere(dependent), !withRegion({ $0.isNursery }) {
        if !evaluation.pointee.isRegistered {
          // It began in a nursery, so it has read nothing yet. It counts as begun at the current version.
          moveEvaluation()
          tracking.run.pointee.restart(evaluation.pointee)
        }
        continueEvaluation()
        var isPrivate = false
        if resolve(node, &isPrivate) != nil { return isPrivate }
        pull(node)
        if neededActor != nil { trapOffActor(node) }
      } else {
        // The input is computed first. So a new one leaves its nursery for the region of a property that it reads.
        // Otherwise it would get a new region here, which would be united with that region later.
        if !node.isClean, !node.has(.source), evaluate(node) != nil { trapOffActor(node) }
        unlock()
        leaveNursery(node)
        leaveNursery(dependent, for: node)
        unite(dependent, node)
        lock(node)
      }
    }
  }

  /// Copies the value that an input has in this evaluation into its entry. Called with the lock held.
  func capture(_ entry: UnsafeMutablePointer<Tracking.Entry>) {
    let node = entry.pointee.node
    entry.pointee.capturedAt = changes
    entry.pointee.isPrivate = false
    entry.pointee.identity = resolve(node, &entry.pointee.isPrivate) ?? 0
    if entry.pointee.firstIdentity == 0 { entry.pointee.firstIdentity = entry.pointee.identity }
    entry.pointee.isBoxed = !node.has(.isPlain)
    if entry.pointee.isPrivate, let box = privateBox(of: node) {
      entry.pointee.word = node.has(.isPlain) ? box.word : box.retained
    } else if node.has(.isPlain) {
      entry.pointee.word = UnsafeRawPointer(node + 1).load(as: UInt64.self)
    } else {
      withUnsafeMutablePointer(to: &entry.pointee.word) { node.perform(.copy($0), self) }
    }
  }

  /// Records that the running closure has set a source.
  ///
  /// If the closure of a derived value has read the source, in this run or the previous one, its result counts as
  /// computed from the new value. So this input does not make it run again, unless another thread has changed the
  /// source's `hint`. An effect runs again if this run reads the source: before the set, or after it if the previous
  /// run did too.
  ///
  /// - Parameter isWrite: Whether the set is a write of the open batch. If the closure has opened that batch, the
  ///   commit records its writes.
  @usableFromInline
  func adopt(_ identity: UInt64, of source: NodeRef, isWrite: Bool) {
    guard !tracking.runs.isEmpty, let index = tracking.index(of: source) else { return }
    let run = tracking.run
    guard !run.pointee.isEffect, run.pointee.isInBatch || !isWrite else { return }
    let entry = tracking.entries.pointer(at: index)
    entry.pointee.identity = identity
    if isWrite {
      entry.pointee.isPrivate = true
      run.pointee.isPrivate = true
    } else {
      entry.pointee.firstIdentity = identity
    }
  }

  /// Replaces the private identities in the entries of the closure whose batch has thrown.
  ///
  /// Otherwise each run of the closure would differ from its inputs, and cause the next run. The closure counts as
  /// computed from the values that its inputs have without the batch.
  ///
  /// The closure of a derived value still repeats endlessly if each run reads a value derived from a dropped write, and
  /// also sets a property outside of the batch.
  func forgetDropped(_ writes: some Collection<Transaction.Write>) {
    if tracking.runs.isEmpty { return }
    for index in Int(tracking.run.pointee.first)..<tracking.entries.count where tracking.entries[index].isPrivate {
      let identity = identity(of: tracking.entries[index], without: writes)
      tracking.entries.pointer(at: index).pointee.identity = identity
    }
  }

  /// The identity that an input has without dropped writes, as far as it is known.
  ///
  /// If another thread may have changed the input since the closure has read it, it is the identity of the value before
  /// the batch. Otherwise that change would be lost.
  private func identity(of entry: Tracking.Entry, without writes: some Collection<Transaction.Write>) -> UInt64 {
    let before = write(to: entry.node)?.identity ?? entry.firstIdentity
    // A handler inside the closure has its own evaluation.
    guard tracking.context.isOn else { return before }
    lock(entry.node)
    defer { unlock() }
    continueEvaluation()
    pull(entry.node)
    neededActor = nil
    let isOnlyWritten = entry.firstIdentity == entry.identity && writes.contains { $0.identity == entry.identity }
    guard isOnlyWritten || version <= tracking.run.pointee.version else { return before }
    var isPrivate = false
    return resolve(entry.node, &isPrivate) ?? before
  }
}
