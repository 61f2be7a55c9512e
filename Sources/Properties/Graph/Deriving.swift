import StreamCore
import StreamPrimitives

/// Making nodes that are computed from others.
extension Turn {
  /// A node with one input.
  @usableFromInline
  static func derive<Value>(
    _ type: Value.Type, from input: NodeRef, _ flags: NodeFlags = .none, _ body: @escaping NodeBody.Function
  ) -> NodeRef {
    withUnsafePointer(to: input) { derive(type, from: UnsafeBufferPointer(start: $0, count: 1), flags, body) }
  }

  /// A node with several inputs. Where it is inlined, the array is no block of memory.
  @inlinable
  @inline(__always)
  static func derive<Value>(_ type: Value.Type, from inputs: [NodeRef], _ body: @escaping NodeBody.Function) -> NodeRef
  {
    inputs.withUnsafeBufferPointer { derive(type, from: $0, .none, body) }
  }

  /// A node with several inputs, whose graphs become one.
  @usableFromInline
  static func derive<Value>(
    _ type: Value.Type, from inputs: UnsafeBufferPointer<NodeRef>, _ flags: NodeFlags = .none,
    _ body: @escaping NodeBody.Function
  ) -> NodeRef {
    guard let first = inputs.first else { return deriveFromReads(type, flags | .stale | .dirty, body) }
    return current._withUnsafeGuaranteedRef { turn in
      for input in inputs.dropFirst() { NodeRef.unite(first, input) }
      turn.lock(first)
      let node = turn.region._withUnsafeGuaranteedRef {
        NodeRef.make(Value.self, in: $0, inputs: inputs.count, flags | .stale | .dirty, body)
      }
      turn.link(node, to: inputs)
      turn.unlock()
      return node
    }
  }

  /// A node whose closure finds out what it depends on.
  @usableFromInline
  static func deriveFromReads<Value>(
    _ type: Value.Type, _ flags: NodeFlags, _ body: @escaping NodeBody.Function
  ) -> NodeRef {
    current._withUnsafeGuaranteedRef { NodeRef.make(Value.self, in: $0.nursery, flags, body) }
  }

  // MARK: flatMap

  /// Computes the result of a `flatMap`: the value of the property that its first input has chosen.
  ///
  /// No code of a user runs here. Where the choice is new it becomes the second input, and the node is validated again.
  @inlinable
  func join<Value: Sendable>(_ node: NodeRef, _ type: Value.Type) {
    let pick = node.input(0)
    let current = node.pointee.firstInput?.pointee.nextInput
    if pick.has(.hasValue) {
      let chosen = pick.place(of: Property<Value>.self).pointee.node
      if current?.pointee.input != chosen {
        if isHere(chosen) {
          if chosen.isStale, !chosen.has(.source) { return validate(chosen, before: node) }
          return choose(chosen, for: node)
        }
        // The choice keeps the node that it brings, until their graphs are one.
        var choice: Property<Value>? = pick.value(Property<Value>.self)
        node.pointee.references += 1
        unlock()
        NodeRef.unite(node, chosen)
        withExtendedLifetime(choice) {}
        choice = nil
        lock(node)
        isDisturbed = true
        return release(node)
      }
    }
    guard let current else { return }
    if current.pointee.input.isStale {
      // The walk stopped at the choice. Now it goes on to what was chosen.
      node.pointee.flags.insert(.dirty)
      return
    }
    var value: Value? = current.pointee.input.value(Value.self)
    node.pointee.references += 1
    if node.has(.hasNoOwner) { dropChoice(of: node) }
    store(&value, in: node, true)
  }

  /// Whether a node is known to be in the region that is locked. If it is not, it may be there all the same:
  /// ``Swift/UnsafeMutablePointer/unite(_:_:)`` makes it known, when it is asked once more if need be.
  @usableFromInline
  func isHere(_ node: NodeRef) -> Bool {
    node.prefix.pointee.region.load(ordering: .acquiring) == UInt(bitPattern: region.toOpaque())
  }

  @usableFromInline
  func choose(_ chosen: NodeRef, for node: NodeRef) {
    let pick = node.pointee.firstInput
    let before = pick?.pointee.nextInput
    _ = link(node, to: chosen, after: pick)
    if let before { unlink(before) }
    node.pointee.flags.insert(.dirty)
  }

  /// Lets go of what a `flatMap` has chosen and of the closure that chose, once that can choose no more and nobody has
  /// the result: what the closure captures may well be what it has chosen, and that would keep itself.
  @usableFromInline
  func dropChoice(of node: NodeRef) {
    guard node.has(.hasNoOwner), let pick = node.pointee.firstInput?.pointee.input else { return }
    guard pick.has(.ended), pick.has(.hasValue), !pick.isStale else { return }
    guard node.pointee.firstInput?.pointee.nextInput != nil else { return }
    pick.pointee.flags.remove(.hasValue)
    pick.pointee.references += 1
    droppedChoices.append(pick)
  }

  /// Nobody computes with the node any more, nor reads it, so it is touched without the lock.
  func finishDropping(_ pick: NodeRef) {
    pick.perform(.destroy, self)
    pick.pointee.body = NodeBody { _, _, _ in }
    lock(pick)
    release(pick)
    unlock()
  }
}

extension NodeRef {
  /// An input, by its number.
  @inlinable
  func input(_ index: Int) -> NodeRef {
    var link = pointee.firstInput.unsafelyUnwrapped
    for _ in 0..<index { link = link.pointee.nextInput.unsafelyUnwrapped }
    return link.pointee.input
  }
}
