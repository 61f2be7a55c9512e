import StreamCore

/// A node on the path that is being validated, and the input that is looked at.
@frozen
@usableFromInline
struct PathStep {
  @usableFromInline let node: NodeRef
  @usableFromInline var link: LinkRef?
  @usableFromInline var isDirty: Bool

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
@frozen
@usableFromInline
struct Run {
  @usableFromInline let epoch: UInt32
  @usableFromInline let stamp: UInt64
  @usableFromInline let region: Unmanaged<Region>
  @usableFromInline let suspended: Bool

  @inlinable
  init(epoch: UInt32, stamp: UInt64, region: Unmanaged<Region>, suspended: Bool) {
    self.epoch = epoch
    self.stamp = stamp
    self.region = region
    self.suspended = suspended
  }
}

extension Turn {
  /// Makes a node clean: computes what it depends on, from the sources up, and then itself, where an input has changed.
  ///
  /// Called, and left, with the lock held; it is free while closures run. If others change something meanwhile, nothing on the path may be touched any
  /// more, and it begins again at the root, which the caller keeps; what is clean stays so. An observer is told at most once.
  @usableFromInline
  func validate(_ root: NodeRef) {
    guard root.isStale else { return }
    if root.prefix.pointee.running > 0 { trapIfRunning(root) }
    let (base, outerBase) = (path.count, pathBase)
    pathBase = base
    defer { pathBase = outerBase }
    var attempts = 0
    while true {
      if path.count == base {
        guard root.isStale, !root.has(.disposed) else { break }
        path.append(PathStep(root))
      }
      guard let node = stepDown() else { continue }
      if node.0.pointee.flags.contains(.observer), node.isDirty {
        // Who has a place in a queue tells it: a batch may have begun to set what it observes.
        if root.pointee.places == 0 || root.pointee.seenAt == 0 { root.pointee.body(root, .compute(self)) }
        break
      }
      guard node.isDirty else {
        node.0.pointee.seenAt = stamp
        node.0.pointee.flags.remove(.stale)
        continue
      }
      isDisturbed = false
      node.0.pointee.body(node.0, .compute(self))
      guard isDisturbed else { continue }
      path.removeLast(path.count - base)
      attempts += 1
      if attempts == Self.patience { stamped { $0.starving += 1 } }
      precondition(attempts < Self.mostInATurn, "Closures keep setting what they are computed from.")
    }
    if attempts >= Self.patience { stamped { $0.starving -= 1 } }
  }

  /// After so many new beginnings those who set give way.
  private static let patience = 9

  private func stamped(_ body: (inout RegionState) -> Void) {
    region._withUnsafeGuaranteedRef { body(&$0.state) }
  }

  /// Walks the inputs of the last node of the path. Gives it back when its inputs are clean, and takes it off the path; `nil` if an input comes first.
  @inline(__always)
  private func stepDown() -> (NodeRef, isDirty: Bool)? {
    let top = path.count - 1
    let step = path[top]
    let node = step.node
    var (link, isDirty) = (step.link, step.isDirty)
    let stopsWhenDirty = node.has([.tracked, .joins]) && !node.pointee.flags.isSuperset(of: [.joins, .dirty])
    while let current = link, !(isDirty && stopsWhenDirty) {
      let input = current.pointee.input
      if input.isStale {
        if input.has(.source) {
          input.pointee.flags.remove(.stale)
        } else {
          if input.prefix.pointee.running > 0 { trapIfRunning(input) }
          path[top].link = current
          path[top].isDirty = isDirty
          push(PathStep(input))
          return nil
        }
      }
      if input.pointee.changedAt > node.pointee.seenAt { isDirty = true }
      link = current.pointee.nextInput
    }
    path.removeLast()
    return (node, isDirty)
  }

  /// Validates what a node has chosen, and then the node: an edge to what is as high as it will be makes nothing higher for a second time.
  @usableFromInline
  func validate(_ chosen: NodeRef, before node: NodeRef) {
    push(PathStep(dirty: node))
    push(PathStep(chosen))
  }

  private func push(_ step: PathStep) {
    // No closure runs in a ring of choices. All of it is on the path when that is longer, so now and then it is looked through.
    if path.count & (path.count - 1) == 0, path[pathBase...].contains(where: { $0.node == step.node }) { trap() }
    path.append(step)
  }

  private func trapIfRunning(_ node: NodeRef) {
    if running.contains(node) { trap() }
  }

  private func trap() -> Never {
    unlock()
    preconditionFailure("A property is derived from itself: its closure reads, or chooses, what is computed from it.")
  }

  // MARK: Computing

  /// Opens the lock for a closure. What it reads counts for nobody, unless it is tracked.
  @inlinable
  func begin(_ node: NodeRef) -> Run {
    node.pointee.references += 1
    node.prefix.pointee.running += 1
    running.append(node)
    depth += 1
    let run = Run(
      epoch: node.pointee.epoch, stamp: stamp &- ownStamps, region: region, suspended: reads.suspend())
    unlock()
    return run
  }

  /// Takes the lock again; returns whether no mark came meanwhile, so that what was computed is valid.
  @inlinable
  func resume(_ node: NodeRef, _ run: Run) -> Bool {
    reads.resume(run.suspended)
    depth -= 1
    running.removeLast()
    lock(node)
    node.prefix.pointee.running -= 1
    if stamp &- ownStamps != run.stamp || region.toOpaque() != run.region.toOpaque() { isDisturbed = true }
    return node.pointee.epoch == run.epoch
  }

  /// Computes the value of a node, without the lock, and stores it if it is valid. `compute` lets go of what it was given.
  @inlinable
  func compute<Value>(_ node: NodeRef, _ compute: () -> Value) {
    let run = begin(node)
    let value = compute()
    let isValid = resume(node, run)
    store(value, in: node, isValid)
  }

  /// Stores a value that is valid, and releases what it replaces, or what is not, when the lock is free.
  @inlinable
  func store<Value>(_ value: consuming Value, in node: NodeRef, _ isValid: Bool) {
    var value: Value? = consume value
    if isValid {
      let place = node.place(of: Value.self)
      if node.pointee.flags.contains(.hasValue) {
        swap(&place.pointee, &value!)
      } else {
        place.initialize(to: value.take()!)
        node.pointee.flags.insert(.hasValue)
      }
      commit(node)
    }
    if !_isPOD(Value.self) {
      let (others, before) = (stamp &- ownStamps, region)
      unlock()
      value = nil
      lock(node)
      if stamp &- ownStamps != others || region.toOpaque() != before.toOpaque() { isDisturbed = true }
    }
    release(node)
  }

  /// Takes note that a node has a new value.
  @inlinable
  func commit(_ node: NodeRef) {
    countOwnStamp()
    node.pointee.changedAt = stamp
    settle(node)
    // What it was computed from cannot change any more.
    if node.pointee.liveInputs == 0, !node.has(.ended) { end(node) }
  }

  /// Takes note that a node is as its inputs have it.
  @inlinable
  func settle(_ node: NodeRef) {
    node.pointee.seenAt = stamp
    node.pointee.epoch &+= 1
    node.pointee.flags.remove([.stale, .dirty])
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
    case .copy(let place): place.pointee = ValueBox(value(Value.self))
    case .destroy: place(of: Value.self).deinitialize(count: 1)
    case .compute, .end: break
    }
  }
}

/// A copy of a value for a closure that is running.
@usableFromInline
final class ValueBox<Value> {
  @usableFromInline let value: Value
  @inlinable init(_ value: Value) { self.value = value }
}

extension Turn {
  /// Passes a value on unless it is the same as before.
  @inlinable
  func computeIfDistinct<Value>(_ node: NodeRef, _ areSame: (Value, Value) -> Bool) {
    var now: Value? = node.input(0).value(Value.self)
    var before: Value? = node.has(.hasValue) ? node.value(Value.self) : nil
    let run = begin(node)
    let isSame = if let before { areSame(before, now.unsafelyUnwrapped) } else { false }
    before = nil
    if isSame { now = nil }
    let isValid = resume(node, run)
    if isSame {
      if isValid { settle(node) }
      release(node)
    } else {
      store(now.take().unsafelyUnwrapped, in: node, isValid)
    }
  }
}
