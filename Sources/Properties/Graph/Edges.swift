import StreamCore
import StreamPrimitives

/// Edges. All of this is called with the lock held.
extension GraphThread {
  /// Gives a node its inputs: all that it will have.
  @usableFromInline
  func link(_ dependent: NodeRef, to inputs: UnsafeBufferPointer<NodeRef>) {
    let isInBlock = dependent.prefix.pointee.linkCount > 0
    var last: LinkRef?
    for (index, input) in inputs.enumerated() {
      let link = link(dependent, to: input, in: isInBlock ? dependent.links + index : nil)
      if let last { last.pointee.nextInput = link } else { dependent.pointee.firstInput = link }
      last = link
    }
  }

  /// Makes an edge along which a node is invalidated, and which is not in its list of inputs yet.
  func link(_ dependent: NodeRef, to input: NodeRef, in place: LinkRef? = nil) -> LinkRef {
    dependent.prefix.pointee.access.writes()
    input.prefix.pointee.access.writes()
    let link = place ?? releasing.takeLink()
    link.initialize(to: Link(input: input, dependent: dependent))
    if let first = input.pointee.firstDependent, let lastDependent = first.pointee.previousDependent {
      link.pointee.previousDependent = lastDependent
      first.pointee.previousDependent = link
      if lastDependent.pointee.dependent.has(.isPart), !dependent.has(.isPart) {
        // Parts are the last.
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
      noteWatchers(from: dependent, of: input)
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
    if input.has(.reportsWatchers) { noteWatchers(from: link.pointee.dependent, of: input) }
    if link.pointee.dependent.has(.isPart) { input.perform(.forgetPart(link.pointee.dependent), self) }
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

  /// Visits the dependents of a node, direct and indirect.
  ///
  /// - Parameter continues: Whether to visit the dependents of a dependent.
  func forEachDependent(of node: NodeRef, _ continues: (NodeRef) -> Bool) {
    let base = reached.count
    reached.append(node)
    while reached.count > base {
      var next = reached.removeLast().pointee.firstDependent
      while let link = next {
        next = link.pointee.nextDependent
        let dependent = link.pointee.dependent
        if continues(dependent), dependent.pointee.firstDependent != nil { reached.append(dependent) }
      }
    }
  }

  // MARK: Invalidation

  /// Invalidates a derived node and everything that depends on it.
  func invalidate(_ node: NodeRef, at version: UInt64) {
    node.prefix.pointee.access.writes()
    node.pointee.invalidatedAt = version
    guard node.isClean else { return }
    node.pointee.state = .stale
    if node.pointee.firstDependent != nil { invalidate(dependentsOf: node, at: version) }
  }

  /// Invalidates everything that depends on a node, except for parts, and enqueues the observers among it.
  @usableFromInline
  func invalidate(dependentsOf node: NodeRef, at version: UInt64) {
    // First in, first out, so that observers are usually queued in the order in which they subscribed.
    let base = reached.count
    var (index, source, hasQueued) = (base, node, false)
    while true {
      var next = source.pointee.firstDependent
      while let link = next {
        next = link.pointee.nextDependent
        let dependent = link.pointee.dependent
        // Parts are the last dependents; `Parts` invalidates those that differ.
        if dependent.has(.isPart) { break }
        dependent.prefix.pointee.access.writes()
        dependent.pointee.invalidatedAt = version
        guard dependent.pointee.state != .stale else { continue }
        dependent.pointee.state = .stale
        if dependent.has(.observer) {
          if append(dependent) { hasQueued = true }
        } else if dependent.pointee.firstDependent != nil {
          reached.append(dependent)
        }
      }
      guard index < reached.count else { break }
      source = reached[index]
      index += 1
    }
    reached.removeAll(from: base)
    if hasQueued { noteDue() }
  }

  /// Puts an observer into the queue of its region, once.
  func enqueue(_ observer: NodeRef) {
    if append(observer) { noteDue() }
  }

  /// - Returns: Whether the observer has to be notified.
  private func append(_ observer: NodeRef) -> Bool {
    guard !observer.has(.disposed) else { return false }
    if !observer.has(.isQueued) {
      observer.pointee.flags.insert(.isQueued)
      observer.pointee.references += 1
      withRegion { $0.queue.append(observer) }
    }
    return true
  }

  /// Notes that the region that is locked has queued observers, which some thread has to drain.
  private func noteDue() {
    let isDrainedHere = drained?.toOpaque() == region.toOpaque()
    let hasNoDrainer = withRegion { state in
      if !isDrainedHere { state.hasForeign = true }
      return state.drainers == 0
    }
    if hasNoDrainer, due.last.map({ Unmanaged.passUnretained($0).toOpaque() }) != region.toOpaque() {
      due.append(region.takeUnretainedValue())
    }
  }

  // MARK: The end

  /// Ends a source, and the dependents whose inputs have all ended. Enqueues the observers among them.
  @usableFromInline
  func end(_ source: NodeRef) {
    guard !source.has(.ended) else { return }
    source.pointee.flags.insert(.ended)
    let base = reached.count
    reached.append(source)
    while reached.count > base {
      var next = reached.removeLast().pointee.firstDependent
      while let link = next {
        next = link.pointee.nextDependent
        let dependent = link.pointee.dependent
        dependent.pointee.liveInputs -= 1
        guard dependent.pointee.liveInputs == 0, !dependent.has(.ended) else { continue }
        // A stale tracked closure has to run first: it may read other inputs.
        if !dependent.isClean, dependent.has(.tracked), !dependent.has(.observer) { continue }
        // An input that the running body of an effect has ended does not end the effect.
        if dependent.has(.observer), isRunning(dependent) { continue }
        dependent.pointee.flags.insert(.ended)
        if dependent.has(.observer) {
          enqueue(dependent)
        } else {
          if let above = dependent.pointee.firstDependent?.pointee.dependent, above.has(.chooses) {
            dropChoice(of: above)
          }
          reached.append(dependent)
        }
      }
    }
  }
}
