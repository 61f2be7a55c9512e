import StreamCore
import StreamPrimitives
import StreamTracing

/// A node on the path that is being validated, and the input that is looked at.
struct PathStep: BitwiseCopyable {
  let node: NodeRef
  var link: LinkRef?
  var isDirty: Bool

  init(_ node: NodeRef) {
    self.node = node
    link = node.pointee.firstInput
    isDirty = node.has(.dirty)
  }

  init(dirty node: NodeRef) {
    self.init(node)
    isDirty = true
  }
}

/// A computation that runs without the lock.
struct Run: BitwiseCopyable {
  let node: NodeRef
  let epoch: UInt32
  let isTracking: Bool
  let stamp: UInt64
  let region: UnsafeMutableRawPointer
}

extension Turn {
  /// Makes a node clean: computes what it depends on, from the sources up, and then itself, where an input has changed.
  ///
  /// Called, and left, with the lock held; it is free while closures run. If others change something meanwhile, nothing
  /// on the path may be touched any more, and it begins again at the root, which the caller keeps; what is clean stays
  /// so. An observer is told at most once.
  @usableFromInline
  func validate(_ root: NodeRef) {
    guard root.isStale else { return }
    if root.prefix.pointee.running > 0 { trapIfRunning(root) }
    let (base, outerBase) = (path.count, pathBase)
    pathBase = base
    defer { pathBase = outerBase }
    var (attempts, ownAttempts) = (0, 0)
    root.prefix.pointee.access.reads()
    while true {
      if path.count == base {
        guard root.isStale, !root.has(.disposed), !isTakenOver(root) else { break }
        path.append(PathStep(root))
      }
      guard let (node, isDirty) = stepDown() else { continue }
      if isDirty, node.has(.observer) {
        // What it has come to depend on meanwhile may be half of a batch, too.
        if !isTakenOver(root) { root.perform(.compute, self) }
        break
      }
      guard isDirty else {
        node.pointee.seenAt = stamp
        node.pointee.flags.remove(.stale)
        continue
      }
      isDisturbed = false
      let before = marksInside
      let seenAt = node.pointee.seenAt
      node.perform(.compute, self)
      if Trace.isOn { node.noteComputed(since: seenAt) }
      if neededActor != nil {
        path.removeAll(from: base)
        break
      }
      guard isDisturbed else { continue }
      path.removeAll(from: base)
      attempts += 1
      if attempts == Self.patience { stamped { $0.starving += 1 } }
      if marksInside != before { ownAttempts += 1 }
      precondition(
        ownAttempts < Self.mostRounds, "\(root.callSitePrefix)Closures keep setting what they are computed from.")
    }
    if attempts >= Self.patience { stamped { $0.starving -= 1 } }
  }

  /// Whether somebody else has a place for an observer, and so tells it. A batch may have begun to set what it
  /// observes: what is computed now would be of half of it, and would have changed twice when the batch is over.
  private func isTakenOver(_ root: NodeRef) -> Bool {
    root.has(.observer) && root.pointee.places > 0 && root.pointee.seenAt > 0
  }

  /// After so many new beginnings those who set give way.
  private static let patience = 9

  private func stamped(_ body: (inout RegionState) -> Void) {
    region._withUnsafeGuaranteedRef { $0.withLockHeld(body) }
  }

  /// Walks the inputs of the last node of the path. Gives it back when its inputs are clean, and takes it off the path;
  /// `nil` if an input comes first.
  @inline(__always)
  private func stepDown() -> (NodeRef, isDirty: Bool)? {
    let step = path.place(path.count - 1)
    let node = step.pointee.node
    var (link, isDirty) = (step.pointee.link, step.pointee.isDirty)
    let stopsWhenDirty = node.has(.tracked | .joins) && !node.pointee.flags.hasAll(of: .joins | .dirty)
    while let current = link, !(isDirty && stopsWhenDirty) {
      let input = current.pointee.input
      if input.isStale {
        if input.has(.source) {
          input.pointee.flags.remove(.stale)
        } else {
          if input.prefix.pointee.running > 0 { trapIfRunning(input) }
          step.pointee.link = current
          step.pointee.isDirty = isDirty
          push(PathStep(input))
          return nil
        }
      }
      if input.pointee.changedAt > node.pointee.seenAt { isDirty = true }
      link = current.pointee.nextInput
    }
    _ = path.removeLast()
    return (node, isDirty)
  }

  /// Validates what a node has chosen, and then the node: an edge to what is as high as it will be makes nothing higher
  /// for a second time.
  @usableFromInline
  func validate(_ chosen: NodeRef, before node: NodeRef) {
    push(PathStep(dirty: node))
    push(PathStep(chosen))
  }

  private func push(_ step: PathStep) {
    // No closure runs in a ring of choices. All of it is on the path when that is longer, so now and then it is looked
    // through.
    if path.count > pathBase, path.count & (path.count - 1) == 0,
      let first = (pathBase..<path.count).first(where: { path[$0].node == step.node })
    {
      trap(through: (first..<path.count).map { path[$0].node })
    }
    path.append(step)
  }

  /// Traps if a node that is to be computed is being computed by this thread already.
  ///
  /// It is not derived from itself where a closure on the way has been marked since it began: what that has read is of
  /// two moments, and its result counts for nothing. So the node is computed inside of it, as things are now. Of a
  /// closure in another graph, which reads this one untracked, that is not known: its lock is not held. There a ring is
  /// found when it has gone round a few times.
  private func trapIfRunning(_ node: NodeRef) {
    guard !running.isEmpty else { return }
    let runs = (0..<running.count).filter { running[$0].node == node }
    guard let first = runs.last else { return }
    let isOutdated = (first..<running.count).contains {
      !isHere(running[$0].node) || running[$0].node.pointee.epoch != running[$0].epoch
    }
    if !isOutdated || runs.count >= Self.patience {
      trap(through: (first..<running.count).map { running[$0].node } + (pathBase..<path.count).map { path[$0].node })
    }
  }

  /// - Parameter ring: nodes of which each reads, or has chosen, the next, and the last the first.
  private func trap(through ring: [NodeRef]) -> Never {
    var callSites: [String] = []
    for node in ring + [ring[0]] {
      if let callSite = node.callSite?.description, callSite != callSites.last { callSites.append(callSite) }
    }
    unlock()
    let through = callSites.isEmpty ? "" : " In a ring: \(callSites.joined(separator: " reads "))."
    preconditionFailure(
      "A property is derived from itself: its closure reads, or chooses, what is computed from it.\(through)")
  }

  /// Whether this thread is running the closure of a node.
  func isRunning(_ node: NodeRef) -> Bool { (0..<running.count).contains { running[$0].node == node } }

  /// The node whose closure was begun last.
  var runningNode: NodeRef? { running.isEmpty ? nil : running[running.count - 1].node }

  // MARK: Computing

  /// Opens the lock for a closure. What it reads counts for nobody, unless it is tracked.
  @usableFromInline
  func begin(_ node: NodeRef) {
    node.pointee.references += 1
    node.prefix.pointee.running += 1
    depth += 1
    running.append(
      Run(
        node: node, epoch: node.pointee.epoch, isTracking: suspendTracking(), stamp: stamp &- ownStamps,
        region: region.toOpaque()))
    unlock()
  }

  /// Takes the lock again; returns whether no mark came meanwhile, so that what was computed is valid.
  @usableFromInline
  func resume(_ node: NodeRef) -> Bool {
    let run = running.removeLast()
    resumeTracking(run.isTracking)
    depth -= 1
    lock(node)
    node.prefix.pointee.running -= 1
    noteDisturbance(run.stamp, run.region)
    return node.pointee.epoch == run.epoch
  }

  /// Finds out whether another thread has changed something while the lock was free.
  func noteDisturbance(_ stamp: UInt64, _ region: UnsafeMutableRawPointer) {
    if self.stamp &- ownStamps != stamp || self.region.toOpaque() != region { isDisturbed = true }
  }

  /// Computes the value of a node from what its inputs have now, without the lock, and stores it if it is valid.
  ///
  /// Input values are let go of before the lock is taken again, here and wherever something is computed.
  @inlinable
  @inline(__always)
  func compute<Inputs, Value>(_ node: NodeRef, from inputs: @autoclosure () -> Inputs, _ compute: (Inputs) -> Value) {
    var inputs: Inputs? = inputs()
    begin(node)
    var value: Value? = compute(inputs.unsafelyUnwrapped)
    inputs = nil
    store(&value, in: node, resume(node))
  }

  /// Stores a value that is valid, and releases what it replaces, or what is not, when the lock is free. Gives up the
  /// computation's reference to the node.
  ///
  /// The value is taken out of the caller's variable: a copy there might be the last, and would be released with the
  /// lock held.
  @inlinable
  func store<Value>(_ value: inout Value?, in node: NodeRef, _ isValid: Bool) {
    if isValid {
      let place = node.place(of: Value.self)
      if node.has(.hasValue) { swap(&place.pointee, &value!) } else { place.initialize(to: value.take()!) }
      commit(node)
    }
    if !_isPOD(Value.self) {
      let moment = pause()
      value = nil
      goOn(node, moment)
    }
    release(node)
  }

  /// Frees the lock for a moment.
  @usableFromInline
  func pause() -> (stamp: UInt64, region: UnsafeMutableRawPointer) {
    defer { unlock() }
    return (stamp &- ownStamps, region.toOpaque())
  }

  @usableFromInline
  func goOn(_ node: NodeRef, _ moment: (stamp: UInt64, region: UnsafeMutableRawPointer)) {
    lock(node)
    noteDisturbance(moment.stamp, moment.region)
  }

  /// Takes note that a node has a new value.
  @usableFromInline
  func commit(_ node: NodeRef) {
    countOwnStamp()
    node.pointee.changedAt = stamp
    node.pointee.flags.insert(.hasValue)
    settle(node)
    // What it was computed from cannot change any more.
    if node.pointee.liveInputs == 0, !node.has(.ended) { end(node) }
  }

  /// Takes note that a node is as its inputs have it.
  @usableFromInline
  func settle(_ node: NodeRef) {
    node.prefix.pointee.access.writes()
    node.pointee.seenAt = stamp
    node.pointee.epoch &+= 1
    node.pointee.flags.remove(.stale | .dirty)
  }
}

extension NodeRef {
  /// A copy of the value. Called with the lock held, on a node that has one.
  @inlinable
  func value<Value>(_ type: Value.Type) -> Value { place(of: Value.self).pointee }

  /// What every node does with its value.
  @inlinable
  func keep<Value>(_ type: Value.Type, _ action: NodeAction) {
    switch action {
    case .copy(let word): word.pointee = ValueBox(value(Value.self)).retained
    case .destroy: place(of: Value.self).deinitialize(count: 1)
    case .compute, .dispose, .end, .watch: break
    }
  }
}

/// A copy of a value for a closure that is running, in a word.
@usableFromInline
final class ValueBox<Value> {
  @usableFromInline package let value: Value
  @usableFromInline init(_ value: Value) { self.value = value }

  @usableFromInline var retained: UInt64 { UInt64(UInt(bitPattern: Unmanaged.passRetained(self).toOpaque())) }

  @inlinable
  static func at(_ word: UInt64) -> Unmanaged<ValueBox> {
    .fromOpaque(UnsafeRawPointer(bitPattern: UInt(word)).unsafelyUnwrapped)
  }
}

extension Turn {
  /// Passes a value on unless it is the same as before.
  @inlinable
  func computeIfDistinct<Value>(_ node: NodeRef, _ areSame: (Value, Value) -> Bool) {
    var now: Value? = node.input(0).value(Value.self)
    var before: Value? = node.has(.hasValue) ? node.value(Value.self) : nil
    begin(node)
    let isSame = if let before { areSame(before, now.unsafelyUnwrapped) } else { false }
    before = nil
    if isSame { now = nil }
    let isValid = resume(node)
    if isSame {
      if isValid { settle(node) }
      release(node)
    } else {
      store(&now, in: node, isValid)
    }
  }
}
