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
/// notified once, of the last values. If the body throws, no property changes. A nested batch is part of the outer one:
/// its writes take effect with those of the outer batch. If it throws, only its own writes are dropped.
///
/// No lock is held while the body runs, and batches do not wait for each other. A property that two of them set has the
/// value of the batch that ends last. If the body changes a property only by ``MutableProperty/modify(_:)``, no change
/// of another thread is lost. If another `modify` has changed the property meanwhile, the closure runs again at the end
/// of the batch. If another thread has set the value meanwhile, that value stays and the `modify` has no effect. The
/// body must not wait for another thread to see the new values.
///
/// An observer that subscribes inside the body receives the values that the batch has set so far. It is notified at the
/// end if they have changed since. If the body throws, it is notified of the earlier state.
///
/// A derived property that depends on values of the batch is computed at each read inside the body, and again for
/// reads after it. The end takes time in proportion to the properties that were set and their dependents.
@inlinable
public func batch<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
  let outer = GraphThread.current._withUnsafeGuaranteedRef { $0.openTransaction() }
  do throws(Failure) {
    let result = try body()
    GraphThread.current._withUnsafeGuaranteedRef { $0.endTransaction(in: outer, isCommitted: true) }
    return result
  } catch {
    GraphThread.current._withUnsafeGuaranteedRef { $0.endTransaction(in: outer, isCommitted: false) }
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
/// While it is zero, reads and sets skip the look-up of the thread's batch, and a set of a source without dependents
/// takes no version.
@usableFromInline let openBatchCount = Atomic<Int>(0)

/// The open batch of one thread: its writes, and the work for its end. Only that thread accesses it.
@usableFromInline
struct Transaction: ~Copyable {
  /// The last write to one source, in `writes`, or in `replaced` while a nested batch has written again.
  @usableFromInline
  struct Write {
    /// The source, retained.
    let node: NodeRef
    @usableFromInline var box: ValueBase

    /// The identity of the value, in the batch and as the source's value after the commit.
    @usableFromInline var identity: UInt64

    /// The number of this write among those of the transaction, from 1.
    var number: Int

    /// The stamp of the change, which two-way bindings compare to find the later change; 0 without bindings.
    @usableFromInline var stamp: UInt64

    /// Whether the commit notifies the two-way bindings.
    ///
    /// A write is sent to them immediately, inside the batch. The commit sends it if their gate was busy, or if
    /// `modify` has run again.
    @usableFromInline var notifiesBindings: Bool

    /// Whether a binding has passed the value on from another property, which the batch has set.
    ///
    /// If another thread has set the source since, the commit skips this write, because the other property sends again.
    @usableFromInline var isAccepted = false

    /// The calls of `modify`; `nil` if the batch has also set the value.
    @usableFromInline var modification: Modification?

    init(
      _ node: NodeRef, _ box: ValueBase, _ identity: UInt64, number: Int, _ stamp: UInt64, _ notifiesBindings: Bool
    ) {
      self.node = node
      self.box = box
      self.number = number
      self.stamp = stamp
      self.notifiesBindings = notifiesBindings
      self.identity = identity
    }
  }

  /// Calls of `modify` on one source. A nested batch copies the object, since the saved write keeps the original.
  @usableFromInline
  final class Modification {
    /// The version of the value that the first of the `changes` was applied to.
    var base: UInt64
    var changes: [(ValueBase) -> ValueBase] = []

    init(_ base: UInt64) { self.base = base }

    @usableFromInline
    init(copying other: Modification) { (base, changes) = (other.base, other.changes) }
  }

  /// The state of the transaction when a nested batch was opened, for the case that its body throws.
  @usableFromInline
  struct Savepoint: BitwiseCopyable {
    /// `Transaction.count`, and the lengths of `writes` and `replaced`.
    fileprivate var count = 0
    fileprivate var writes = 0
    fileprivate var replaced = 0
  }

  fileprivate(set) var isOpen = false
  @usableFromInline var writes: ContiguousArray<Write> = []

  /// The state when the innermost nested batch was opened. That of the enclosing batch is on the stack of `batch`.
  fileprivate var savepoint = Savepoint()

  /// Writes of enclosing batches that nested batches have replaced, each with its index in `writes`.
  private var replaced: ContiguousArray<(index: Int, write: Write)> = []

  /// The index of each source in `writes`. Not used while these are at most 16.
  private var indices: [NodeRef: Int] = [:]

  /// The number of writes so far, including those that were replaced or dropped.
  fileprivate(set) var count = 0

  /// Observers in the graph, retained, that have received private values. The end enqueues them.
  ///
  /// Direct subscribers of a source are not in this list; `joins` attaches them.
  var newcomers: ContiguousArray<NodeRef> = []

  /// Closures that run after the end, without a lock: `joins`, `deliveries`, those that `joins` return, `deferred`.
  ///
  /// A join attaches a direct subscriber to a written source, and returns a closure that sends it the value that it has
  /// missed. A delivery sends a committed value to direct subscribers and bindings. A deferred closure ends a written
  /// source.
  var joins: ContiguousArray<() -> () -> Void> = []
  @usableFromInline var deliveries: ContiguousArray<() -> Void> = []
  var deferred: ContiguousArray<() -> Void> = []

  init() {}

  var hasWrites: Bool { count > 0 }

  /// The largest capacity that an empty list keeps.
  fileprivate static var mostKept: Int { 1_024 }

  /// Records that the last write to a source is a change that a binding has passed on.
  @usableFromInline
  mutating func accept(_ node: NodeRef) {
    if let index = index(of: node) { writes[index].isAccepted = true }
  }

  func index(of node: NodeRef) -> Int? {
    writes.count <= 16 ? writes.firstIndex { $0.node == node } : indices[node]
  }

  /// Records a write to a source. Called with the source's region locked.
  ///
  /// - Returns: The replaced write, which the caller releases without the lock.
  mutating func write(
    _ box: ValueBase, _ identity: UInt64, to node: NodeRef, _ stamp: UInt64, notifiesBindings: Bool
  ) -> Write? {
    count += 1
    if let index = index(of: node) {
      var write = Write(node, box, identity, number: count, stamp, notifiesBindings || writes[index].notifiesBindings)
      swap(&write, &writes[index])
      guard isSaved(write) else { return write }
      replaced.append((index, write))
      return nil
    }
    node.pointee.references += 1
    writes.append(Write(node, box, identity, number: count, stamp, notifiesBindings))
    if writes.count == 17 {
      for (index, write) in writes.enumerated() { indices[write.node] = index }
    } else if writes.count > 17 {
      indices[node] = writes.count - 1
    }
    return nil
  }

  /// Whether a write belongs to an enclosing batch, so that it is restored if the innermost nested batch throws.
  @usableFromInline
  func isSaved(_ write: Write) -> Bool { write.number <= savepoint.count }

  /// Begins a nested batch, and returns the savepoint of the enclosing one.
  fileprivate mutating func save() -> Savepoint {
    defer { savepoint = Savepoint(count: count, writes: writes.count, replaced: replaced.count) }
    return savepoint
  }

  /// Ends a nested batch that has returned: its writes are now those of the enclosing one.
  ///
  /// - Returns: The replaced writes. The caller releases those that are no longer needed, after the list has changed.
  fileprivate mutating func keep(in outer: Savepoint) -> [Write] {
    let saved = Array(replaced[savepoint.replaced...])
    replaced.removeSubrange(savepoint.replaced...)
    savepoint = outer
    replaced += saved.filter { isSaved($0.write) }
    return saved.map(\.write)
  }

  /// Ends a nested batch that has thrown: restores the earlier writes.
  ///
  /// - Returns: The dropped writes of the nested batch. The caller releases the nodes of `removed`.
  fileprivate mutating func restore(in outer: Savepoint) -> (overwritten: [Write], removed: [Write]) {
    let overwritten = replaced[savepoint.replaced...].reversed().map { saved in
      defer { writes[saved.index] = saved.write }
      return writes[saved.index]
    }
    let removed = Array(writes[savepoint.writes...])
    replaced.removeSubrange(savepoint.replaced...)
    writes.removeSubrange(savepoint.writes...)
    for write in removed { indices[write.node] = nil }
    savepoint = outer
    return (overwritten, removed)
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
    count = 0
  }
}

extension GraphThread {
  @usableFromInline var isInBatch: Bool { transaction.isOpen }

  /// The write of the open batch to a source.
  @usableFromInline
  func write(to node: NodeRef) -> Transaction.Write? { transaction.index(of: node).map { transaction.writes[$0] } }

  @usableFromInline
  func write(_ box: ValueBase, to node: NodeRef, _ stamp: UInt64, notifiesBindings: Bool) -> Transaction.Write? {
    transaction.write(box, newPrivateIdentity(), to: node, stamp, notifiesBindings: notifiesBindings)
  }

  /// Begins a batch. Returns the savepoint of the enclosing batch; `nil` if there is none.
  @usableFromInline
  func openTransaction() -> Transaction.Savepoint? {
    if transaction.isOpen { return transaction.save() }
    openBatchCount.add(1, ordering: .relaxed)
    transaction.isOpen = true
    return nil
  }

  /// Ends a batch, whose body has returned or thrown.
  @usableFromInline
  func endTransaction(in outer: Transaction.Savepoint?, isCommitted: Bool) {
    guard let outer else {
      if isCommitted, transaction.hasWrites { while !storeWrites() {} }
      return closeTransaction(isCommitted: isCommitted)
    }
    guard isCommitted else { return rollBack(in: outer) }
    // The values are released only after the change of the list, because their release may write to a source.
    let replaced = transaction.keep(in: outer)
    withExtendedLifetime(replaced) {}
  }

  /// Drops the writes of a nested batch.
  private func rollBack(in outer: Transaction.Savepoint) {
    let savedCount = transaction.savepoint.count
    let dropped = transaction.restore(in: outer)
    guard transaction.count > savedCount else { return }
    // Running closures may have read the writes, and observers may have received values computed from them.
    changes &+= 1
    for write in dropped.removed { write.node.release(self) }
  }

  /// Ends an outermost batch: enqueues newcomers, runs the closures for the end, and releases the written nodes.
  private func closeTransaction(isCommitted: Bool) {
    openBatchCount.subtract(1, ordering: .relaxed)
    var closed = Transaction()
    swap(&closed, &transaction)
    // The writes are dropped, and running closures may have read them.
    if !isCommitted, closed.hasWrites { changes &+= 1 }
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
    // A committed batch without deliveries has released its nodes in `storeWrites`, whose locks were held.
    if !isCommitted || !closed.deliveries.isEmpty {
      for index in closed.writes.indices { closed.writes[index].node.release(self) }
    }
    closed.removeAll()
    closed.isOpen = false
    // The next batch reuses the memory.
    if !transaction.isOpen { swap(&closed, &transaction) }
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
    if outdated == nil {
      let version = clock.add(1, ordering: .relaxed).newValue
      for index in transaction.writes.indices {
        let node = transaction.writes[index].node
        region = node.knownRegion
        node.perform(.commit(index, at: version), self)
      }
      // With deliveries, `closeTransaction` releases the nodes.
      if transaction.deliveries.isEmpty {
        for index in transaction.writes.indices {
          region = transaction.writes[index].node.knownRegion
          release(transaction.writes[index].node)
        }
      }
    }
    unlockRegions()
    if let outdated { modifyAgain(outdated) }
    return outdated == nil
  }

  /// Runs the closures of `modify` again, on the current value, because another `modify` has changed the source.
  private func modifyAgain(_ index: Int) {
    let node = transaction.writes[index].node
    guard let modification = transaction.writes[index].modification else { return }
    lock(node)
    var box = node.copyValue(self)
    modification.base = node.pointee.validAt
    unlock()
    for change in modification.changes { box = change(box) }
    transaction.writes[index].box = box
    transaction.writes[index].identity = newPrivateIdentity()
    // Bindings have received the result of the first run. With a newer stamp, the commit sends them this one.
    transaction.writes[index].stamp = nextStamp()
    transaction.writes[index].notifiesBindings = true
  }
}

extension Transaction.Write {
  /// Whether the source has changed since the first `modify` of the batch; `false` for a write that was set.
  ///
  /// If no other `modify` has changed the source, a thread has set it, and the write is not stored. Called with the
  /// lock held.
  @usableFromInline var hasChanged: Bool { modification.map { $0.base != node.pointee.validAt } ?? false }

  /// Whether the closures have to run again, because another `modify` has changed the source. Called with the lock
  /// held.
  fileprivate var isOutdated: Bool { modification.map { hasChanged && node.lastModified > $0.base } ?? false }
}
