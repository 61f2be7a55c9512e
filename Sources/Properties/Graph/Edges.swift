import StreamCore
import StreamPrimitives

/// The edges of the graph. All functions are called with the lock held.
extension GraphThread {
  /// Links a new node to its inputs.
  @usableFromInline
  func link(_ dependent: NodeRef, to inputs: UnsafeBufferPointer<NodeRef>) {
    var last: LinkRef?
    for (index, input) in inputs.enumerated() {
      let link = link(dependent, to: input, in: dependent.links + index)
      if let last { last.pointee.nextInput = link } else { dependent.pointee.firstInput = link }
      last = link
    }
  }

  /// Makes an edge and adds it to the input's list of dependents. The caller adds it to the dependent's list of inputs.
  ///
  /// - Parameter place: Memory in the block of the dependent; `nil` to allocate a link.
  func link(_ dependent: NodeRef, to input: NodeRef, in place: LinkRef? = nil) -> LinkRef {
    dependent.pointee.access.writes()
    input.pointee.access.writes()
    let link = place ?? releasing.takeLink()
    link.initialize(to: Link(input: input, dependent: dependent))
    if let first = input.pointee.firstDependent, let lastDependent = first.pointee.previousDependent {
      link.pointee.previousDependent = lastDependent
      first.pointee.previousDependent = link
      if lastDependent.pointee.dependent.has(.isPart), !dependent.has(.isPart) {
        // Parts stay the last in the list, so the new link becomes the first.
        link.pointee.nextDependent = first
        input.pointee.firstDependent = link
      } else {
        lastDependent.pointee.nextDependent = link
      }
    } else {
      input.pointee.firstDependent = link
      link.pointee.previousDependent = link
    }
    input.pointee.references += 1
    if !input.has(.ended) { dependent.pointee.liveInputs += 1 }
    if input.has(.isVisible) { insert(.isVisible, from: dependent) }
    if input.has(.reportsWatchers) {
      insert(.reportsWatchers, from: dependent)
      recordSubscribers(from: dependent, of: input)
    }
    return link
  }

  /// Removes an edge that the caller has taken out of the dependent's list of inputs.
  func unlink(_ link: LinkRef) {
    let (input, next, previous) = (link.pointee.input, link.pointee.nextDependent, link.pointee.previousDependent)
    let first = input.pointee.firstDependent
    if first == link {
      input.pointee.firstDependent = next
      next?.pointee.previousDependent = previous
    } else {
      previous?.pointee.nextDependent = next
      (next ?? first)?.pointee.previousDependent = previous
    }
    if !input.has(.ended) { link.pointee.dependent.pointee.liveInputs -= 1 }
    if input.has(.reportsWatchers) { recordSubscribers(from: link.pointee.dependent, of: input) }
    if link.pointee.dependent.has(.isPart) { input.perform(.forgetPart(link.pointee.dependent), self) }
    if input.has(.asksForWatchers), input.pointee.firstDependent == nil { askLater(input) }
    if !link.isInBlock { releasing.give(link) }
    release(input)
  }

  func unlinkInputs(of node: NodeRef) {
    var next = node.pointee.firstInput
    node.pointee.firstInput = nil
    while let link = next {
      next = link.pointee.nextInput
      unlink(link)
    }
  }

  /// Inserts a flag into a node and everything that depends on it.
  func insert(_ flag: NodeFlags, from node: NodeRef) {
    guard !node.has(flag) else { return }
    node.pointee.flags.insert(flag)
    forEachDependent(of: node) { dependent in
      guard !dependent.has(flag) else { return false }
      dependent.pointee.flags.insert(flag)
      return true
    }
  }

  /// Visits the dependents of a node, direct and indirect, breadth first.
  ///
  /// So observers are usually queued in the order of subscription. A dependent with several edges can be visited
  /// several times.
  ///
  /// - Parameter skipsParts: Whether to leave out nodes of a part of a source. They are the last in each list.
  /// - Parameter continues: Called with each dependent. Returns whether to visit the dependents of that node, too.
  @inline(__always)
  func forEachDependent(of node: NodeRef, skipsParts: Bool = false, _ continues: (NodeRef) -> Bool) {
    let base = reached.count
    var (index, current) = (base, node)
    while true {
      var next = current.pointee.firstDependent
      while let link = next {
        next = link.pointee.nextDependent
        let dependent = link.pointee.dependent
        if skipsParts, dependent.has(.isPart) { break }
        if continues(dependent), dependent.pointee.firstDependent != nil { reached.append(dependent) }
      }
      guard index < reached.count else { break }
      current = reached[index]
      index += 1
    }
    reached.removeAll(from: base)
  }

  /// Invalidates a derived node and everything that depends on it.
  func invalidate(_ node: NodeRef, at version: UInt64) {
    node.pointee.access.writes()
    node.pointee.invalidatedAt = version
    guard node.isClean else { return }
    node.pointee.isClean = false
    if node.pointee.firstDependent != nil { invalidate(dependentsOf: node, at: version) }
  }

  /// Invalidates the dependents of a node, direct and indirect, and enqueues the observers among them.
  ///
  /// Nodes of parts are left out: `Parts` invalidates such a node if its part differs.
  @usableFromInline
  func invalidate(dependentsOf node: NodeRef, at version: UInt64) {
    forEachDependent(of: node, skipsParts: true) { dependent in
      dependent.pointee.access.writes()
      dependent.pointee.invalidatedAt = version
      guard dependent.isClean else { return false }
      dependent.pointee.isClean = false
      if dependent.has(.observer) { append(dependent) }
      return true
    }
  }

  /// Appends an observer to the queue of its region, unless it is queued.
  private func append(_ observer: NodeRef) {
    guard !observer.has(.disposed | .isQueued) else { return }
    observer.pointee.flags.insert(.isQueued)
    observer.pointee.references += 1
    withRegion { $0.queue.append(observer) }
  }

  /// Enqueues an observer. This thread drains the region later, unless another thread drains it.
  func enqueue(_ observer: NodeRef) {
    append(observer)
    recordDue()
  }

  /// Whether the locked region has queued observers, and no thread drains it.
  ///
  /// If another thread drains it, that drain has a budget from now on.
  func isDue() -> Bool {
    withRegion { state in
      if state.drainers > 0, state.drainer != Unmanaged.passUnretained(self).toOpaque() { state.isShared = true }
      return state.drainers == 0 && !state.queue.isEmpty
    }
  }

  /// Adds the locked region to `due`, if it has queued observers and no thread drains it.
  @usableFromInline
  func recordDue() {
    guard isDue() else { return }
    if due.last.map({ Unmanaged.passUnretained($0).toOpaque() }) != region.toOpaque() {
      due.append(region.takeUnretainedValue())
    }
  }

  /// Ends a node, and the dependents whose inputs have all ended. Enqueues the observers among them.
  @usableFromInline
  func end(_ node: NodeRef) {
    guard !node.has(.ended) else { return }
    node.pointee.flags.insert(.ended)
    forEachDependent(of: node) { dependent in
      dependent.pointee.liveInputs -= 1
      guard dependent.pointee.liveInputs == 0, !dependent.has(.ended) else { return false }
      // A stale tracked closure has to run first: it may read other inputs.
      if !dependent.isClean, dependent.has(.tracked), !dependent.has(.observer) { return false }
      // An input that the running body of an effect has ended does not end the effect.
      if dependent.has(.observer), isRunning(dependent) { return false }
      dependent.pointee.flags.insert(.ended)
      if dependent.has(.observer) {
        enqueue(dependent)
      } else {
        dropChoice(at: dependent)
      }
      return true
    }
  }
}
