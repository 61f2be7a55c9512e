import StreamCore
public import StreamPrimitives

/// How nodes are made and computed where the types of their values are known.
extension GraphThread {
  // MARK: Making nodes

  /// Makes a node that is derived from another. It has no value before it is asked for.
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

  /// Makes a node whose inputs are the properties that its closure reads.
  @usableFromInline
  static func deriveFromReads<Value>(
    _ type: Value.Type, _ flags: NodeFlags, _ body: @escaping NodeBody.Function
  ) -> NodeRef {
    current._withUnsafeGuaranteedRef { NodeRef.make(Value.self, in: $0.nursery, flags, body) }
  }

  // MARK: Reading

  /// Returns the value that the running tracked closure has captured, or else the current one.
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

  /// Brings a node up to date and copies the value. Called, and left, with the lock held.
  ///
  /// A value that was overtaken by another thread's changes is newer than the beginning of the read. It is computed
  /// again, so that it can be stored for other readers, at most three times.
  @inlinable
  func readEvaluating<Value>(_ node: NodeRef, _ type: Value.Type) -> Value {
    var value: Value?
    var attempts = 0
    let before = changes
    repeat {
      value = nil
      attempts += 1
      let actor = evaluate(node) { value = self.value(of: node, Value.self) }
      if actor != nil { trapElsewhere(node) }
    } while attempts < 3 && !node.isClean && changes == before && !isInBatch
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
      dropChoice(of: node)
    }
  }

  /// Computes the value of a node from the values of its inputs, without the lock, and stores it.
  ///
  /// Copies of input values are released before the lock is taken again, here and wherever something is computed.
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
  /// The replaced value is released without the lock. So the value is taken out of the caller's variable: a copy there
  /// might be the last one, and would be released with the lock held.
  ///
  /// - Parameter identity: That of an earlier value which is the same; `nil` for a new value.
  /// - Parameter didReplace: Is called with the replaced value and its identity, and may exchange the value.
  @inlinable
  @inline(__always)
  func store<Value>(
    _ value: inout Value?, in node: NodeRef, _ outcome: Outcome, as identity: UInt64? = nil,
    didReplace: (inout Value?, UInt64) -> Void = { _, _ in }
  ) {
    if outcome == .current {
      // Another thread may have computed the same meanwhile.
      if !node.isClean {
        let (place, before) = (node.valuePointer(of: Value.self), node.pointee.identity)
        if !node.has(.hasValue) {
          place.initialize(to: value.take()!)
        } else if identity != before {
          swap(&place.pointee, &value!)
          if Trace.isOn { noteResult(value, place.pointee) }
          didReplace(&value, before)
        } else if Trace.isOn {
          tracedResult = .stopped
        }
        finishStoring(node, as: identity ?? evaluation.pointee.version)
      }
    } else {
      discard(&value, node, outcome, identity)
    }
    if !_isPOD(Value.self) {
      unlock()
      value = nil
      lock(node)
      continueEvaluation()
    }
    release(node)
  }

  /// Stores an old value in the memo; requests a repetition for a mixed one.
  @usableFromInline
  func discard<Value>(_ value: inout Value?, _ node: NodeRef, _ outcome: Outcome, _ identity: UInt64?) {
    switch outcome {
    case .current: break
    case .outdated: remember(node, ValueBox(value.take()!), identity ?? newPrivateIdentity())
    case .mixed: evaluation.pointee.repeats = true
    }
  }

  /// Passes a value on unless it is the same as before. Then it keeps its object and its identity.
  @inlinable
  func computeIfDistinct<Value>(_ node: NodeRef, _ areSame: (Value, Value) -> Bool) {
    var now: Value? = value(of: node.input(0), Value.self)
    let cutOff = node.more(CutOff<Value>.self, than: Value.self)
    var before: Value? = node.has(.hasValue) ? node.value(Value.self) : nil
    var known = isAfterDrain(cutOff.pointee.drains) ? nil : cutOff.pointee
    var identity: UInt64? = node.pointee.identity
    beginComputing(node)
    if let before, areSame(before, now.unsafelyUnwrapped) {
      // It keeps the identity.
    } else if let same = known?.first(where: { areSame($0, now.unsafelyUnwrapped) }) {
      (now, identity) = (same.value, same.identity)
    } else {
      identity = nil
    }
    (before, known) = (nil, nil)
    store(&now, in: node, endComputing(node), as: identity) { replaced, identity in
      cutOff.pointee.add(&replaced, identity, withRegion { $0.drains }, self)
    }
  }

  @usableFromInline
  func isAfterDrain(_ drains: UInt64) -> Bool { withRegion { $0.drains } != drains }

  @usableFromInline
  func trapElsewhere(_ node: NodeRef) -> Never {
    unlock()
    preconditionFailure(
      "\(node.callSitePrefix)A property that is computed on an actor, or made from one, was read elsewhere.")
  }
}

/// The last values that the observers of a cut-off may have received: at most nine.
///
/// They are the first value that was replaced in a drain and the last eight after it. A value that returns takes its
/// earlier identity back, so no observer is notified of a value that it has.
@usableFromInline
struct CutOff<Value> {
  /// The value that was replaced first, and its identity.
  private var value: Value?
  private var identity: UInt64 = 0

  /// The last eight values that were replaced after it.
  private var later: Later?

  /// The region's `drains` when the values were replaced. A greater count means that all observers have been notified
  /// since, so these values no longer matter.
  @usableFromInline private(set) var drains: UInt64 = 0

  /// Read without the lock, so it never changes.
  private final class Later {
    let values: [(value: Value, identity: UInt64)]
    init(_ values: [(value: Value, identity: UInt64)]) { self.values = values }
  }

  @usableFromInline init() {}

  @usableFromInline
  func first(where isSame: (Value) -> Bool) -> (value: Value, identity: UInt64)? {
    if let value, isSame(value) { return (value, identity) }
    return later?.values.first { isSame($0.value) }
  }

  /// Adds a replaced value.
  ///
  /// Values that it pushes out stay in `replaced` or are discarded, since they must be released without the lock.
  @usableFromInline
  mutating func add(_ replaced: inout Value?, _ identity: UInt64, _ drains: UInt64, _ thread: GraphThread) {
    if self.drains != drains || value == nil {
      swap(&value, &replaced)
      self.identity = identity
      self.drains = drains
      thread.discard(later.take())
    } else if let value = replaced {
      let values = (later?.values ?? []).suffix(7) + [(value, identity)]
      thread.discard(later)
      later = Later(values)
    }
  }
}

extension NodeRef {
  /// The direct inputs.
  var inputs: [NodeRef] {
    var (inputs, next): ([NodeRef], LinkRef?) = ([], pointee.firstInput)
    while let link = next {
      inputs.append(link.pointee.input)
      next = link.pointee.nextInput
    }
    return inputs
  }

  /// An input, by its number.
  @inlinable
  func input(_ index: Int) -> NodeRef {
    var link = pointee.firstInput.unsafelyUnwrapped
    for _ in 0..<index { link = link.pointee.nextInput.unsafelyUnwrapped }
    return link.pointee.input
  }

  /// A copy of the value that the node has. Called with the lock held, on a node that has one.
  @inlinable
  func value<Value>(_ type: Value.Type) -> Value { valuePointer(of: Value.self).pointee }

  /// Performs the actions that are the same for all nodes: copying and destroying the value.
  @inlinable
  func keep<Value>(_ type: Value.Type, _ action: NodeAction) {
    switch action {
    case .copy(let word): word.pointee = ValueBox(value(Value.self)).retained
    case .destroy: valuePointer(of: Value.self).deinitialize(count: 1)
    case .compute, .copyOld, .forgetOld, .forgetPart, .commit, .dispose, .end, .watch: break
    }
  }
}
