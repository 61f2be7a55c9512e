import StreamCore
import StreamPrimitives

/// Edges, and what goes along them when something is set or ends. All of this is called with the lock held.
extension Turn {
  // MARK: Edges

  /// Gives a node its inputs: all that it will have, or the first.
  @usableFromInline
  func link(_ dependent: NodeRef, to inputs: UnsafeBufferPointer<NodeRef>) {
    let links = dependent.links
    let isInBlock = dependent.prefix.pointee.linkCount > 0
    var last: LinkRef?
    for (index, input) in inputs.enumerated() {
      last = link(dependent, to: input, after: last, in: isInBlock ? links + index : nil)
    }
  }

  /// Adds an input to a node, after those that it has.
  func link(_ dependent: NodeRef, to input: NodeRef, after last: LinkRef?, in place: LinkRef? = nil) -> LinkRef {
    let link = looseLink(dependent, to: input, in: place)
    if let last { last.pointee.nextInput = link } else { dependent.pointee.firstInput = link }
    return link
  }

  /// Adds an edge by which a node is marked, and which is not among its inputs yet.
  func looseLink(_ dependent: NodeRef, to input: NodeRef, in place: LinkRef? = nil) -> LinkRef {
    dependent.prefix.pointee.access.writes()
    input.prefix.pointee.access.writes()
    let link = place ?? (spareLinks.isEmpty ? LinkRef.allocate(capacity: 1) : spareLinks.removeLast())
    link.initialize(to: Link(input: input, dependent: dependent))
    if let first = input.pointee.firstDependent, let lastDependent = first.pointee.previousDependent {
      lastDependent.pointee.nextDependent = link
      link.pointee.previousDependent = lastDependent
      first.pointee.previousDependent = link
    } else {
      input.pointee.firstDependent = link
      link.pointee.previousDependent = link
    }
    input.pointee.references += 1
    if !input.has(.ended) { dependent.pointee.liveInputs += 1 }
    raise(dependent, above: input)
    if input.has(.isVisible) { insert(.isVisible, from: dependent) }
    if input.has(.reportsWatchers) {
      insert(.reportsWatchers, from: dependent)
      noteWatchers(from: dependent, of: input)
    }
    if input.pointee.batch != 0 { carry(input.pointee.batch, to: dependent) }
    countOwnStamp()
    return link
  }

  /// Takes an edge out; whoever calls this has taken it out of the dependent's list of inputs.
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
    if !link.isInBlock {
      if spareLinks.count < Self.mostSpareLinks { spareLinks.append(link) } else { link.deallocate() }
    }
    countOwnStamp()
    release(input)
  }

  private static let mostSpareLinks = 256

  func unlinkInputs(of node: NodeRef) {
    var next = node.pointee.firstInput
    node.pointee.firstInput = nil
    while let link = next {
      next = link.pointee.nextInput
      unlink(link)
    }
  }

  /// Gives up a reference; what nothing refers to any more is destroyed when the lock is free.
  @usableFromInline
  func release(_ node: NodeRef) {
    node.pointee.references -= 1
    guard node.pointee.references == 0 else { return }
    dying.append(node)
    guard dying.count == 1 else { return }
    // A long chain goes node by node: what the loop appends is what it goes on with.
    var index = 0
    while index < dying.count {
      unlinkInputs(of: dying[index])
      index += 1
    }
    for index in 0..<dying.count { deadNodes.append(dying[index]) }
    dying.removeAll()
  }

  /// Makes a node, and all that depends on it, higher than an input.
  private func raise(_ dependent: NodeRef, above input: NodeRef) {
    guard dependent.pointee.height <= input.pointee.height else { return }
    dependent.pointee.height = input.pointee.height + 1
    // In a ring this would go on for ever; who reads round it is stopped when it computes.
    forEachAbove(dependent) { node, above in
      guard above.pointee.height <= node.pointee.height, above != dependent else { return false }
      above.pointee.height = node.pointee.height + 1
      return true
    }
  }

  /// Inserts a flag into a node, and into all that depends on it.
  func insert(_ flag: NodeFlags, from node: NodeRef) {
    guard !node.has(flag) else { return }
    node.pointee.flags.insert(flag)
    forEachAbove(node) { _, above in
      guard !above.has(flag) else { return false }
      above.pointee.flags.insert(flag)
      return true
    }
  }

  /// Goes along the edges from a node up, for as long as `goesOn`.
  func forEachAbove(_ node: NodeRef, _ goesOn: (_ node: NodeRef, _ above: NodeRef) -> Bool) {
    let base = marked.count
    if node.pointee.firstDependent != nil { marked.append(node) }
    while marked.count > base {
      let node = marked.removeLast()
      var next = node.pointee.firstDependent
      while let link = next {
        next = link.pointee.nextDependent
        let above = link.pointee.dependent
        if goesOn(node, above), above.pointee.firstDependent != nil { marked.append(above) }
      }
    }
  }

  // MARK: Marks

  /// Makes all that depends on a node stale. Observers get a place in this thread's queue.
  ///
  /// A mark stops at what is stale already. That of a batch goes on unless it was this batch that made it stale: its
  /// observers have to wait for this batch, too.
  @usableFromInline
  func mark(dependentsOf node: NodeRef) {
    if !running.isEmpty { marksInside &+= 1 }
    // In the order in which they came, so those of one height are told in that order.
    var index = marked.count
    let base = index
    var source = node
    while true {
      var next = source.pointee.firstDependent
      while let link = next {
        next = link.pointee.nextDependent
        let dependent = link.pointee.dependent
        dependent.prefix.pointee.access.writes()
        // A closure that sets what it has read: its result stands, or it would never end.
        if dependent != runningNode || dependent.has(.observer) { dependent.pointee.epoch &+= 1 }
        if dependent.isStale, batch == 0 || dependent.pointee.batch == batch { continue }
        dependent.pointee.flags.insert(.stale)
        if batch != 0 { overwrite(dependent) }
        if dependent.has(.observer) {
          enqueue(dependent)
        } else if dependent.pointee.firstDependent != nil {
          marked.append(dependent)
        }
      }
      guard index < marked.count else { break }
      source = marked[index]
      index += 1
    }
    marked.removeAll(from: base)
  }

  func enqueue(_ observer: NodeRef) {
    guard !observer.has(.disposed) else { return }
    observer.pointee.places += 1
    observer.pointee.references += 1
    queue.push(observer)
  }

  // MARK: The end

  /// A source can change no more, and neither can what depends on nothing else. Its observers are told when this turn
  /// is over.
  @usableFromInline
  func end(_ source: NodeRef) {
    guard !source.has(.ended) else { return }
    source.pointee.flags.insert(.ended)
    let base = marked.count
    marked.append(source)
    while marked.count > base {
      let node = marked.removeLast()
      var next = node.pointee.firstDependent
      while let link = next {
        next = link.pointee.nextDependent
        let dependent = link.pointee.dependent
        dependent.pointee.liveInputs -= 1
        guard dependent.pointee.liveInputs == 0, !dependent.has(.ended) else { continue }
        // What is stale has to find out first what it depends on now.
        if dependent.isStale, dependent.has(.tracked | .joins), !dependent.has(.observer) { continue }
        dependent.pointee.flags.insert(.ended)
        if dependent.has(.observer) {
          enqueue(dependent)
        } else {
          if let above = dependent.pointee.firstDependent, above.pointee.dependent.has(.joins) {
            dropChoice(of: above.pointee.dependent)
          }
          marked.append(dependent)
        }
      }
    }
  }
}
