public import StreamPrimitives

/// Sets several properties in one step: a transaction.
///
/// ```swift
/// batch { first.value = "Grace"; last.value = "Hopper" }   // full: "Grace Hopper", once
/// ```
///
///     first    Ada-------Grace
///     last     Lovelace--Hopper
///     full     (Ada Lovelace)--(Grace Hopper)
///
/// Inside the body, the calling thread reads the values that it has set, and derived properties include them. Other
/// threads read the earlier state until the body returns. Then all writes take effect in one step, and each observer is
/// notified once, of the last values. If the body throws, its writes are dropped. A nested batch is part of the outer
/// one: its writes take effect with those of the outer batch. If it throws, only its own writes are dropped.
///
/// No lock is held while the body runs, and batches do not wait for each other. A property that two of them set has the
/// value of the batch that ends last. If the body changes a property only by ``MutableProperty/modify(_:)``, no change
/// of another thread is lost. If another `modify` has changed the property meanwhile, the closure runs again at the end
/// of the batch. If another thread has only set the value, it stays and the `modify` has no effect. The body must not
/// wait for another thread to see the new values.
///
/// An observer that subscribes inside the body receives the values that the batch has set so far. It is notified at the
/// end if they have changed since, for example because the body has thrown.
///
/// A derived property that depends on values of the batch is computed at each read inside the body, and again for
/// reads after it. The end takes time in proportion to the properties that were set and their dependents.
@inlinable
public func batch<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
  let enclosing = GraphThread.current._withUnsafeGuaranteedRef { $0.openTransaction() }
  do throws(Failure) {
    let result = try body()
    GraphThread.current._withUnsafeGuaranteedRef { $0.endTransaction(in: enclosing, isCommitted: true) }
    return result
  } catch {
    GraphThread.current._withUnsafeGuaranteedRef { $0.endTransaction(in: enclosing, isCommitted: false) }
    throw error
  }
}

/// Runs `body` outside of this thread's batch: its writes are stored immediately, and stay if the batch throws.
package func outsideBatch(_ body: () -> Void) {
  if openBatchCount.load(ordering: .relaxed) == 0 { return body() }
  GraphThread.with { thread in
    var open = Transaction()
    swap(&open, &thread.transaction)
    body()
    swap(&open, &thread.transaction)
  }
}

/// The number of outermost batches that are open in the process.
///
/// While it is zero, most reads do not look for a write of the thread's batch. Most sets of a source without dependents
/// or subscribers then take no version.
@usableFromInline let openBatchCount = Atomic<Int>(0)

/// The open batch of a thread: its writes, and the work for its end. Two threads never access it at the same time.
@usableFromInline
struct Transaction: ~Copyable {
  /// A write to one source. A source has at most one in each open batch; the innermost counts.
  @usableFromInline
  struct Write {
    @usableFromInline typealias Modification = (base: UInt64, changes: [(ValueBase) -> ValueBase])

    /// The source, retained by the write that has no `outer`.
    let node: NodeRef
    @usableFromInline var box: ValueBase

    /// The identity of the value, in the batch and as the source's value after the commit.
    @usableFromInline var identity: UInt64

    /// The stamp of the change, which two-way bindings compare to find the later change. Not used without bindings.
    @usableFromInline var stamp: UInt64

    /// Whether the commit has to notify two-way bindings.
    ///
    /// Usually bindings receive a write immediately, inside the batch. The flag is set if their gate was busy at a
    /// write, or if a `modify` has run again. Otherwise the commit notifies them only if it gives the write a new
    /// stamp, as the source's is newer. If the write of a `modify` is not stored, they receive the source's value: see
    /// `sendAgain`.
    @usableFromInline var notifiesBindings: Bool

    /// Whether the value came through a two-way binding, from its other end.
    ///
    /// If another thread has set this source (A) since, the commit does not store this write. The binding passes A's
    /// change on to the other end, B. If it arrived before the commit, B's value from the batch gets a newer stamp, and
    /// is sent to A. If it arrives later, it replaces B's value.
    @usableFromInline var isAccepted = false

    /// The index of an enclosing batch's write, which this one replaces unless the nested batch throws.
    fileprivate(set) var outer: Int?

    /// The calls of `modify`, and the version of the value that the first of them was applied to.
    ///
    /// `nil` if the batch has set the value.
    @usableFromInline var modification: Modification?
  }

  fileprivate(set) var isOpen = false

  /// The writes of the outermost batch, then those of the nested batches that are open.
  @usableFromInline var writes: ContiguousArray<Write> = []

  /// The index of the first write of the innermost batch; 0 without nested batches.
  fileprivate var start = 0

  /// The index of the last write to each source. Not used while there are at most 16 writes.
  private var indices: [NodeRef: Int] = [:]

  /// The observers that `notifyLater` has postponed to the end of the batch. Retained.
  ///
  /// Direct subscribers of a source are not in this list: see `joins`.
  var newcomers: ContiguousArray<NodeRef> = []

  /// Closures that run after the end, without a lock, in this order: `joins`, `deliveries`, the closures that the
  /// joins have returned, `deferred`.
  ///
  /// A join attaches a direct subscriber to a written source, and returns a closure that sends it the value that it has
  /// missed. (The batch's values were passed to the hub before, so they do not reach it.) Joins come first, so that the
  /// subscriber also receives values that the handlers of the deliveries set. A join may also run a closure of
  /// `afterBatch`.
  ///
  /// A delivery sends a stored value to direct subscribers and bindings. A deferred closure ends a written source.
  var joins: ContiguousArray<() -> () -> Void> = []
  @usableFromInline var deliveries: ContiguousArray<() -> Void> = []
  var deferred: ContiguousArray<() -> Void> = []

  var hasWrites: Bool { !writes.isEmpty }

  /// The largest capacity that an empty list keeps.
  fileprivate static var mostKept: Int { 1_024 }

  /// Records that the last write to a source is a change that a binding has passed on.
  @usableFromInline
  mutating func accept(_ node: NodeRef) {
    if let index = index(of: node) { writes[index].isAccepted = true }
  }

  func index(of node: NodeRef) -> Int? {
    writes.count <= 16 ? writes.lastIndex { $0.node == node } : indices[node]
  }

  /// Records a write to a source. Called with the source's region locked.
  ///
  /// - Returns: The replaced write, which the caller releases without the lock.
  @usableFromInline
  mutating func write(
    _ box: ValueBase, _ identity: UInt64, to node: NodeRef, _ stamp: UInt64, notifiesBindings: Bool,
    _ modification: Write.Modification?
  ) -> Write? {
    let known = index(of: node)
    var write = Write(
      node: node, box: box, identity: identity, stamp: stamp, notifiesBindings: notifiesBindings,
      modification: modification)
    if let known {
      if writes[known].notifiesBindings { write.notifiesBindings = true }
      if known >= start {
        write.outer = writes[known].outer
        swap(&write, &writes[known])
        return write
      }
      write.outer = known
    } else {
      node.pointee.references += 1
    }
    writes.append(write)
    if writes.count == 17 {
      for (index, write) in writes.enumerated() { indices[write.node] = index }
    } else if writes.count > 17 {
      indices[node] = writes.count - 1
    }
    return nil
  }

  /// Returns the calls of `modify` so far; `nil` if the batch has set the value.
  ///
  /// The caller adds a call, and stores the list in the next write.
  ///
  /// - Parameter base: The version of the source's value.
  mutating func modification(of node: NodeRef, base: UInt64) -> Write.Modification? {
    guard let index = index(of: node) else { return (base, []) }
    let modification = writes[index].modification
    // The list is removed here, so that the caller's addition does not copy it. An enclosing batch keeps its list.
    if index >= start { writes[index].modification = nil }
    return modification
  }

  /// Ends a nested batch that has returned: its writes are now those of the enclosing one.
  ///
  /// - Parameter enclosing: The `start` of the enclosing batch.
  /// - Returns: The replaced writes, which the caller releases after the list has changed.
  fileprivate mutating func keep(in enclosing: Int) -> [Write] {
    var end = start
    for index in start..<writes.count {
      if let outer = writes[index].outer, outer >= enclosing {
        writes[index].outer = writes[outer].outer
        writes.swapAt(outer, index)
        if !indices.isEmpty { indices[writes[outer].node] = outer }
      } else {
        writes.swapAt(end, index)
        if !indices.isEmpty { indices[writes[end].node] = end }
        end += 1
      }
    }
    start = enclosing
    return removeWrites(from: end)
  }

  /// Ends a nested batch that has thrown, and drops its writes.
  ///
  /// - Parameter enclosing: The `start` of the enclosing batch.
  /// - Returns: The dropped writes. The caller releases the nodes of those without an `outer`.
  fileprivate mutating func drop(in enclosing: Int) -> [Write] {
    if !indices.isEmpty {
      for write in writes[start...] { indices[write.node] = write.outer }
    }
    defer { start = enclosing }
    return removeWrites(from: start)
  }

  private mutating func removeWrites(from index: Int) -> [Write] {
    defer { writes.removeSubrange(index...) }
    return Array(writes[index...])
  }

  /// Empties all lists. Keeps the memory of `writes` and `deliveries` for the next batch, up to a limit.
  fileprivate mutating func removeAll() {
    if writes.capacity > Self.mostKept { writes = [] }
    while writes.popLast() != nil {}
    if !indices.isEmpty { indices = [:] }
    if !newcomers.isEmpty { newcomers = [] }
    if deliveries.capacity > Self.mostKept { deliveries = [] }
    while deliveries.popLast() != nil {}
    if !joins.isEmpty { joins = [] }
    if !deferred.isEmpty { deferred = [] }
    start = 0
  }
}

extension GraphThread {
  @usableFromInline var isInBatch: Bool { transaction.isOpen }

  /// The write of the open batch to a source.
  @usableFromInline
  func write(to node: NodeRef) -> Transaction.Write? { transaction.index(of: node).map { transaction.writes[$0] } }

  /// Begins a batch. Returns the `start` of the enclosing batch; `nil` if there is none.
  @usableFromInline
  func openTransaction() -> Int? {
    if transaction.isOpen {
      defer { transaction.start = transaction.writes.count }
      return transaction.start
    }
    openBatchCount.add(1, ordering: .relaxed)
    transaction.isOpen = true
    return nil
  }

  /// Runs a closure at the end of this thread's outermost batch, even if that throws. Without a batch, runs it now.
  ///
  /// At the end of a batch it runs before the deliveries, whose handlers may change the properties again.
  package static func afterBatch(_ body: @escaping () -> Void) {
    with { thread in
      guard thread.isInBatch else { return body() }
      thread.transaction.joins.append {
        body()
        return {}
      }
    }
  }

  /// Ends a batch, whose body has returned or thrown.
  @usableFromInline
  func endTransaction(in enclosing: Int?, isCommitted: Bool) {
    guard let enclosing else {
      if isCommitted, transaction.hasWrites { while !storeWrites() {} }
      return closeTransaction(isCommitted: isCommitted)
    }
    // A release may run code that writes to a source. So the removed values are released after the list has changed.
    var removed = isCommitted ? transaction.keep(in: enclosing) : transaction.drop(in: enclosing)
    if removed.isEmpty { return }
    if !isCommitted {
      // Running closures and evaluations may have read the dropped writes, so they have to read again.
      changes &+= 1
      forgetDropped(removed)
      for write in removed where write.outer == nil { write.node.release(self) }
    }
    withoutTracking { removed = [] }
  }

  /// Ends an outermost batch: enqueues newcomers, runs the closures for the end, and releases the written nodes.
  private func closeTransaction(isCommitted: Bool) {
    openBatchCount.subtract(1, ordering: .relaxed)
    var closed = Transaction()
    swap(&closed, &transaction)
    // Running closures and evaluations may have read the dropped writes, so they have to read again.
    if !isCommitted, closed.hasWrites {
      changes &+= 1
      forgetDropped(closed.writes)
    }
    for observer in closed.newcomers {
      lock(observer)
      notifyLater(observer)
      release(observer)
      unlock()
    }
    if !closed.joins.isEmpty || !closed.deliveries.isEmpty || !closed.deferred.isEmpty {
      runHandlers {
        let missed = closed.joins.map { join in join() }
        for work in closed.deliveries { work() }
        for work in missed { work() }
        for work in closed.deferred { work() }
      }
    }
    for index in closed.writes.indices { closed.writes[index].node.release(self) }
    withoutTracking { closed.removeAll() }
    closed.isOpen = false
    // The next batch reuses the memory.
    swap(&closed, &transaction)
    finish()
  }

  /// Stores all writes in one step, with all their regions locked.
  ///
  /// - Returns: `false` if the caller has to try again: closures of `modify` ran again, or many regions were united.
  private func storeWrites() -> Bool {
    // Several sources may share a region, which is locked once. If there are too many regions, they are united.
    if lockRegions(transaction.writes.count, atMost: 32, { transaction.writes[$0].node }) {
      for write in transaction.writes.dropFirst() { unite(transaction.writes[0].node, write.node) }
      return false
    }
    let outdated = transaction.writes.indices.first { transaction.writes[$0].isOutdated }
    if let outdated {
      unlockRegions()
      modifyAgain(outdated)
      return false
    }
    let version = clock.add(1, ordering: .relaxed).newValue
    for index in transaction.writes.indices {
      let node = transaction.writes[index].node
      region = node.knownRegion
      node.perform(.commit(index, at: version), self)
    }
    unlockRegions()
    return true
  }

  /// Runs the closures of `modify` again, on the current value, because another `modify` has changed the source.
  private func modifyAgain(_ index: Int) {
    let node = transaction.writes[index].node
    lock(node)
    var box = node.copyValue(self)
    transaction.writes[index].modification?.base = node.pointee.validAt
    unlock()
    for change in transaction.writes[index].modification?.changes ?? [] {
      releaseLater(box)
      box = change(box)
    }
    releaseLater(transaction.writes[index].box)
    transaction.writes[index].box = box
    transaction.writes[index].identity = newPrivateIdentity()
    // Bindings may have the result of the first run. A newer stamp lets this one replace it.
    transaction.writes[index].stamp = nextStamp()
    transaction.writes[index].notifiesBindings = true
  }
}

extension Transaction.Write {
  /// Whether the source has changed outside of the batch since the `base` of its `modify`.
  ///
  /// `false` if the batch has set it as well.
  ///
  /// A commit begins only when no write `isOutdated`. So in a commit, `true` means: the source was only set, and the
  /// write is not stored. Called with the lock held.
  @usableFromInline var hasChanged: Bool { modification.map { $0.base != node.pointee.validAt } ?? false }

  /// Whether the closures have to run again, because another `modify` has changed the source. Called with the lock
  /// held.
  fileprivate var isOutdated: Bool { modification.map { hasChanged && node.lastModified > $0.base } ?? false }
}
