import StreamCore
public import StreamPrimitives

/// Making, reading and computing nodes, in code that knows the types of their values.
extension GraphThread {
  // MARK: Making nodes

  /// Makes a node that is derived from another. It has no value until it is first read or observed.
  ///
  /// - Parameter more: The type of additional state behind the value, which the caller initialises.
  @usableFromInline
  static func derive<Value, More>(
    _ type: Value.Type, and more: More.Type = Void.self, from input: NodeRef, _ flags: NodeFlags = .none,
    _ body: @escaping NodeBody.Function
  ) -> NodeRef {
    withUnsafePointer(to: input) { derive(type, more, from: UnsafeBufferPointer(start: $0, count: 1), flags, body) }
  }

  @usableFromInline
  static func derive<Value>(
    _ type: Value.Type, from inputs: [NodeRef], _ body: @escaping NodeBody.Function
  ) -> NodeRef {
    inputs.withUnsafeBufferPointer { derive(type, Void.self, from: $0, .none, body) }
  }

  private static func derive<Value, More>(
    _ type: Value.Type, _ more: More.Type, from inputs: UnsafeBufferPointer<NodeRef>, _ flags: NodeFlags,
    _ body: @escaping NodeBody.Function
  ) -> NodeRef {
    guard let first = inputs.first else { return deriveFromReads(type, flags, body) }
    return current._withUnsafeGuaranteedRef { thread in
      for input in inputs { thread.leaveNursery(input) }
      for input in inputs.dropFirst() { thread.unite(first, input) }
      thread.lock(first)
      let node = thread.region._withUnsafeGuaranteedRef {
        NodeRef.make(Value.self, and: More.self, in: $0, inputs: inputs.count, flags, body)
      }
      thread.link(node, to: inputs)
      thread.unlock()
      return node
    }
  }

  /// Makes a node without inputs, in the nursery.
  ///
  /// With the flag `tracked`, its inputs are the properties that its closure reads, once the closure has run.
  @usableFromInline
  static func deriveFromReads<Value>(
    _ type: Value.Type, _ flags: NodeFlags, _ body: @escaping NodeBody.Function
  ) -> NodeRef {
    current._withUnsafeGuaranteedRef { NodeRef.make(Value.self, in: $0.nursery, flags, body) }
  }

  // MARK: Reading

  /// Returns the value of a node.
  ///
  /// If tracking is on, that is the value in the closure's snapshot, and the node becomes a dependency. If not, it is
  /// the current value. Both include the batch's writes.
  @inlinable
  func read<Value>(_ node: NodeRef, _ type: Value.Type) -> Value {
    if let value = readTracked(node, Value.self) { return value }
    lock(node)
    if node.isClean, !node.has(.isVisible), openBatchCount.load(ordering: .relaxed) == 0 {
      let value = node.value(Value.self)
      unlock()
      return value
    }
    let value = readEvaluating(node, Value.self)
    let isVisible = node.has(.isVisible)
    unlock()
    finish()
    return isVisible && isObserved ? readVisibly(node, Value.self) : value
  }

  /// Brings a node up to date and copies the value. The lock is held on entry and on return.
  ///
  /// If another thread changes a source of the node during the evaluation, the result is right for this caller, but it
  /// may not be stored in the node.
  @inlinable
  func readEvaluating<Value>(_ node: NodeRef, _ type: Value.Type) -> Value {
    var value: Value?
    if evaluate(node, then: { value = self.value(of: node, Value.self) }) != nil { trapOffActor(node) }
    return value.unsafelyUnwrapped
  }

  // MARK: Computing

  /// Computes the result of a `flatMap`: the value of the property that another node chooses.
  @inlinable
  func computeChosen<Value: Sendable>(_ node: NodeRef, by choosing: NodeRef, _ type: Value.Type) {
    if choosing.hasChosenForGood {
      compute(node, from: value(of: node.input(1), Value.self)) { $0 }
    } else {
      computeTracked(node) { read(choosing, Property<Value>.self).value }
    }
  }

  /// Computes the value of a node from the values of its inputs, without the lock, and stores it.
  ///
  /// Here and in every computation, copies of input values are released without the lock, because a release may run
  /// user code.
  @inlinable
  @inline(__always)
  func compute<Inputs, Value>(_ node: NodeRef, from inputs: @autoclosure () -> Inputs, _ compute: (Inputs) -> Value) {
    var inputs: Inputs? = inputs()
    beginComputing(node)
    var value: Value? = compute(inputs.unsafelyUnwrapped)
    inputs = nil
    store(&value, in: node, endComputing(node))
  }

  /// Stores a value in the node or the memo, and drops the computation's reference to the node.
  ///
  /// The lock is held on entry and on return. A replaced or unstored value is released without the lock: here, or
  /// later. Otherwise the caller would release it with the lock held.
  ///
  /// - Parameter privateIdentity: The result of `endComputing` or `endTracking`: `nil` if the value is current.
  /// - Parameter identity: The identity of an earlier value that is the same; `nil` for a new value.
  /// - Parameter didReplace: Receives the replaced value, which it may take, and its identity.
  @inlinable
  @inline(__always)
  func store<Value>(
    _ value: inout Value?, in node: NodeRef, _ privateIdentity: UInt64?, as identity: UInt64? = nil,
    didReplace: (inout Value?, UInt64) -> Void = { _, _ in }
  ) {
    if let privateIdentity {
      remember(node, ValueBox(value.take()!), identity ?? privateIdentity)
    } else {
      // If the node is clean, another run has already stored the value.
      if !node.isClean {
        let (place, before) = (node.valuePointer(of: Value.self), node.pointee.identity)
        if !node.has(.hasValue) {
          place.initialize(to: value.take()!)
        } else if identity != before {
          swap(&place.pointee, &value!)
          if Trace.isOn { noteResult(value, place.pointee) }
          didReplace(&value, before)
        }
        finishStoring(node, as: identity)
      }
    }
    if !_isPOD(Value.self) {
      unlock()
      runHandlers { value = nil }
      lock(node)
      continueEvaluation()
    }
    release(node)
  }

  /// Computes a cut-off: takes over the input's value, unless it is the same as an earlier one.
  ///
  /// Earlier values are the stored one and those in the ``CutOff``. An earlier value keeps its identity, so dependents
  /// last computed from it are not computed again.
  @inlinable
  func computeIfDistinct<Value>(_ node: NodeRef, _ areSame: (Value, Value) -> Bool) {
    var now: Value? = value(of: node.input(0), Value.self)
    let cutOff = node.more(CutOff<Value>.self, than: Value.self)
    var before: Value? = node.has(.hasValue) ? node.value(Value.self) : nil
    // Valid until a drain ends with an empty queue, and no observer waits for an actor.
    var known = cutOff.pointee.drains == withRegion { $0.drains } ? cutOff.pointee : nil
    var identity: UInt64? = node.pointee.identity
    beginComputing(node)
    if let before, areSame(before, now.unsafelyUnwrapped) {
      // The identity stands for this value, in the memo, too.
      now = before
    } else if let same = known?.first(where: { areSame($0, now.unsafelyUnwrapped) }) {
      (now, identity) = (same.value, same.identity)
    } else {
      identity = nil
    }
    (before, known) = (nil, nil)
    let privateIdentity = endComputing(node)
    if let privateIdentity, identity == nil {
      var copy = now
      cutOff.pointee.add(&copy, privateIdentity, withRegion { $0.drains }, self)
      releaseLater(copy.map(ValueBox.init))
    }
    store(&now, in: node, privateIdentity, as: identity) { replaced, identity in
      cutOff.pointee.add(&replaced, identity, withRegion { $0.drains }, self)
    }
  }

  /// Traps, because a node has to be computed on an actor that this thread is not on. Called with the lock held.
  @usableFromInline
  func trapOffActor(_ node: NodeRef) -> Never {
    unlock()
    fatalError(
      """
      \(node.callSitePrefix)A property that is computed on an actor, or made from one, was read elsewhere. Read it on \
      that actor, or subscribe to it.
      """)
  }
}

/// Earlier values of a `distinctUntilChanged` node that observers may still have: at most nine.
///
/// They are replaced or private values since the region was last drained: the first, and the last eight added. If the
/// node's value changes back, it gets its earlier identity again, so a queued observer that has it is not notified.
///
/// Guarded by: the lock of the node's region. It is stored behind the node's value. `computeIfDistinct` reads a copy
/// without the lock.
@usableFromInline
struct CutOff<Value> {
  /// The value that was added first, and its identity.
  private var value: Value?
  private var identity: UInt64 = 0

  /// The last eight values that were added after the first.
  ///
  /// `add` makes a new list instead of changing this one, because copies of a `CutOff` read it without the lock.
  private var later: OldValues<Value>?

  /// The region's `drains` when the values were added.
  ///
  /// If the region has another count now, the values are not used. Either a drain has emptied the queue since, or the
  /// region was united with another.
  @usableFromInline private(set) var drains: UInt64 = 0

  @usableFromInline init() {}

  @usableFromInline
  func first(where isSame: (Value) -> Bool) -> (value: Value, identity: UInt64)? {
    if let value, isSame(value) { return (value, identity) }
    return later?.values.first { isSame($0.value) }.map { ($0.value, $0.identity) }
  }

  /// Adds a value that was replaced, or that is private.
  ///
  /// Nothing is released here, because the lock is held. `replaced` receives the first value of an earlier drain; the
  /// thread releases the old list later.
  @usableFromInline
  mutating func add(_ replaced: inout Value?, _ identity: UInt64, _ drains: UInt64, _ thread: GraphThread) {
    if self.drains != drains || value == nil {
      swap(&value, &replaced)
      self.identity = identity
      self.drains = drains
      thread.releaseLater(later.take())
    } else if let value = replaced {
      let values = (later?.values ?? []).suffix(7) + [(value, identity, from: 0, until: 0)]
      thread.releaseLater(later)
      later = OldValues(Array(values))
    }
  }
}

extension NodeRef {
  /// The input at an index.
  @inlinable
  func input(_ index: Int) -> NodeRef {
    var link = pointee.firstInput.unsafelyUnwrapped
    for _ in 0..<index { link = link.pointee.nextInput.unsafelyUnwrapped }
    return link.pointee.input
  }

  /// A copy of the value that the node has. Called with the lock held, on a node that has one.
  @inlinable
  func value<Value>(_ type: Value.Type) -> Value { valuePointer(of: Value.self).pointee }

  /// Performs the actions that are the same for all nodes with a value: copying and destroying it.
  ///
  /// Ignores the others, except that `watch` calls `whenUnused` if nothing depends on the node.
  @inlinable
  func copyOrDestroy<Value>(_ type: Value.Type, _ action: NodeAction, _ whenUnused: (@Sendable () -> Void)? = nil) {
    switch action {
    case .watch: if let whenUnused, isUnused { whenUnused() }
    case .copy(let word): word.pointee = ValueBox(value(Value.self)).retained
    case .destroy:
      // A spent choice still has its value, although it has lost `hasValue`.
      if has(.hasValue) || has(.isSpent) { valuePointer(of: Value.self).deinitialize(count: 1) }
    case .compute, .copyOld, .forgetOld, .forgetPart, .commit, .dispose, .end: break
    }
  }
}
