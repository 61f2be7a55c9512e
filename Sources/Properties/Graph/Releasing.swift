import StreamCore

/// The memory that a thread frees once it holds no lock, because that may run user code.
struct Releasing: ~Copyable {
  /// Nodes without references, to be destroyed. The inputs of the last ones may still have to be unlinked.
  fileprivate var deadNodes = WorkList<NodeRef>()

  /// Choosing nodes of `flatMap` whose inputs have ended, so that their choice is final. Retained.
  fileprivate var spentChoices = WorkList<NodeRef>()

  /// Objects to be released one after another. Otherwise a long chain, in which each object holds the last reference to
  /// the next, would overflow the stack.
  fileprivate var objects: [AnyObject] = []

  /// Links for reuse. Otherwise a closure whose dependencies change with every value would allocate links for each.
  private var spareLinks = WorkList<LinkRef>()
  fileprivate var isUnlinking = false
  fileprivate var isReleasing = false

  var isEmpty: Bool { deadNodes.isEmpty && objects.isEmpty && spentChoices.isEmpty }

  mutating func takeLink() -> LinkRef {
    spareLinks.isEmpty ? LinkRef.allocate(capacity: 1) : spareLinks.removeLast()
  }

  mutating func give(_ link: LinkRef) {
    if spareLinks.count < 256 { spareLinks.append(link) } else { link.deallocate() }
  }

  mutating func freeSpareLinks() {
    while !spareLinks.isEmpty { spareLinks.removeLast().deallocate() }
  }
}

extension GraphThread {
  /// Releases an object later, without the lock.
  @usableFromInline
  func releaseLater(_ object: AnyObject?) {
    if let object { releasing.objects.append(object) }
  }

  /// Drops a reference. A node without references is destroyed later, without the lock. Called with the lock held.
  @inlinable
  func release(_ node: NodeRef) {
    node.pointee.references -= 1
    if node.pointee.references == 0 { unlinkForGood(node) }
  }

  @usableFromInline
  func unlinkForGood(_ node: NodeRef) {
    releasing.deadNodes.append(node)
    guard !releasing.isUnlinking else { return }
    releasing.isUnlinking = true
    // A long chain goes node by node: the loop continues with the nodes that it appends.
    var index = releasing.deadNodes.count - 1
    while index < releasing.deadNodes.count {
      unlinkInputs(of: releasing.deadNodes[index])
      index += 1
    }
    releasing.isUnlinking = false
  }

  /// Destroys nodes and releases objects one after another, because each may hold the last reference to the next.
  ///
  /// Called without the lock.
  func release() {
    guard !releasing.isReleasing else { return }
    releasing.isReleasing = true
    // A read by a `deinit` is no input of the closure that is running.
    let context = tracking.suspend()
    depth += 1
    while true {
      if !releasing.deadNodes.isEmpty {
        releasing.deadNodes.removeLast().destroy(self)
      } else if !releasing.spentChoices.isEmpty {
        // No thread uses the closure any longer, so the lock is not needed.
        let choice = releasing.spentChoices.removeLast()
        choice.perform(.destroy, self)
        choice.pointee.body = NodeBody { _, _, _ in }
        choice.release(self)
      } else if !releasing.objects.isEmpty {
        _ = releasing.objects.removeLast()
      } else {
        break
      }
    }
    depth -= 1
    tracking.context = context
    releasing.isReleasing = false
  }

  // MARK: flatMap

  /// Releases the closure and the chosen property of a `flatMap` whose choice is final and whose result has no owner.
  ///
  /// Otherwise a closure that captures the chosen property would keep it alive, so the result would never end, and its
  /// observers would keep the closure alive. Called with the lock held.
  ///
  /// Does nothing until the choosing node has ended and is clean, and the result has read the property that was chosen
  /// last. Nor does it do anything while a thread computes one of the two nodes.
  ///
  /// - Parameter node: The result or the choosing node. For any other node, does nothing.
  func dropChoice(at node: NodeRef) {
    let result = node.has(.chooses) ? node : node.pointee.firstDependent?.pointee.dependent
    guard let result, result.has(.chooses), result.has(.hasNoOwner), result.pointee.running == 0 else { return }
    guard let read = result.pointee.firstInput?.pointee, read.nextInput != nil else { return }
    let choice = read.input
    guard choice.has(.ended), choice.has(.hasValue), choice.isClean, choice.pointee.running == 0 else { return }
    guard read.seen == choice.pointee.identity else { return }
    choice.pointee.flags.remove(.hasValue)
    choice.pointee.flags.insert(.isSpent)
    choice.pointee.references += 1
    releasing.spentChoices.append(choice)
  }
}

extension NodeRef {
  /// Whether this node chooses for a `flatMap`, and its choice is final. Observers use `isSpent` as `again`.
  @inlinable var hasChosenForGood: Bool { has(.isSpent) && !has(.observer) }
}
