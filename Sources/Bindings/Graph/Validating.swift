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
    if root.prefix.pointee.running > 0 { _ = trapInRing(root) }
    let base = path.count
    var attempts = 0
    while true {
      if path.count == base {
        guard root.isStale else { break }
        path.append(PathStep(root))
      }
      guard let node = stepDown(base) else { continue }
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
      if neededActor != nil {
        path.removeLast(path.count - base)
        break
      }
      guard isDisturbed else { continue }
      path.removeLast(path.count - base)
      attempts += 1
      if attempts == Self.patience { stamped { $0.starving += 1 } }
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
  private func stepDown(_ base: Int) -> (NodeRef, isDirty: Bool)? {
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
          if input.prefix.pointee.running > 0, trapInRing(input) {
            path.removeLast(path.count - base)
            return nil
          }
          path[top].link = current
          path[top].isDirty = isDirty
          path.append(PathStep(input))
          return nil
        }
      }
      if input.pointee.changedAt > node.pointee.seenAt { isDirty = true }
      link = current.pointee.nextInput
    }
    path.removeLast()
    return (node, isDirty)
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
    noteDisturbance(run.stamp, run.region)
    return node.pointee.epoch == run.epoch
  }

  /// Finds out whether another thread has changed something while the lock was free.
  @inlinable
  func noteDisturbance(_ stamp: UInt64, _ region: Unmanaged<Region>) {
    if self.stamp &- ownStamps != stamp || self.region.toOpaque() != region.toOpaque() { isDisturbed = true }
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
      let (stamp, region) = (stamp &- ownStamps, region)
      unlock()
      value = nil
      lock(node)
      noteDisturbance(stamp, region)
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
