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
/// notified once, of the last values. If the body throws, no property changes. A nested batch is part of the outer one.
///
/// No lock is held while the body runs, and batches do not wait for each other. A property that two of them set has the
/// value of the batch that ends last. A ``MutableProperty/modify(_:)`` in the body does not overwrite another `modify`:
/// if one has changed the property meanwhile, the closure runs again at the end of the batch. A value that another
/// thread has set meanwhile counts as later, and stays. A body must not wait for another thread to see what it has
/// set.
///
/// An observer that subscribes inside the body receives the values that the batch has set so far. It is notified at the
/// end if they have changed since. If the body throws, it is notified of the earlier state.
///
/// A derived property that depends on values of the batch is computed at each read inside the body, and again for
/// reads after it. The end takes time in proportion to the properties that were set and their dependents.
@inlinable
public func batch<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
  let opened = GraphThread.current._withUnsafeGuaranteedRef { $0.openTransaction() }
  do throws(Failure) {
    let result = try body()
    if opened { GraphThread.current._withUnsafeGuaranteedRef { $0.commitTransaction() } }
    return result
  } catch {
    if opened { GraphThread.current._withUnsafeGuaranteedRef { $0.closeTransaction(isCommitted: false) } }
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

/// The number of outermost batches that are open in the process. At zero, a read need not look for the thread's batch.
@usableFromInline let openBatchCount = Atomic<Int>(0)

/// The open batch of one thread: its writes, and the work for its end. Only that thread accesses it.
@usableFromInline
struct Transaction: ~Copyable {
  /// The last write to one source.
  @usableFromInline
  struct Write {
    /// The source, retained.
    let node: NodeRef
    @usableFromInline var box: ValueBase

    /// The identity of the value, in the batch and as the source's value after the commit.
    @usableFromInline var identity: UInt64

    /// The number of this write: the transaction's `count` after it, so the first write of a batch has 1.
    var last: Int

    /// The stamp for two-way bindings, and whether the end of the batch has to notify them.
    @usableFromInline var stamp: UInt64
    @usableFromInline var owesBindings: Bool

    /// The calls of `modify`; `nil` if the batch has also set the value.
    @usableFromInline var modification: Modification?

    init(_ node: NodeRef, _ box: ValueBase, _ identity: UInt64, last: Int, _ stamp: UInt64, _ owesBindings: Bool) {
      self.node = node
      self.box = box
      self.last = last
      self.stamp = stamp
      self.owesBindings = owesBindings
      self.identity = identity
    }
  }

  /// Calls of `modify` on one source.
  @usableFromInline
  final class Modification {
    /// The version of the value that the first of the `changes` was applied to.
    var base: UInt64
    var changes: [(ValueBase) -> ValueBase] = []

    init(_ base: UInt64) { self.base = base }
  }

  /// An observer in the graph that has received private values of the open batch.
  ///
  /// After a commit it is notified, unless the values that it has received are known to be the committed ones. After a
  /// throw it is always notified. A direct subscriber of a source is not one; `completions` attaches it.
  fileprivate struct Newcomer {
    /// Retained, as `sources` are.
    let observer: NodeRef

    /// The sources that its values were computed from, direct and indirect; `nil` if they are not known.
    let sources: [NodeRef]?

    /// The number of the last write that its values include, and the version that was read.
    let count: Int
    let version: UInt64
  }

  fileprivate(set) var isOpen = false
  var writes: ContiguousArray<Write> = []

  /// The index of each source in `writes`; empty while these are at most 16.
  private var indices: [NodeRef: Int] = [:]

  /// The number of writes, including those that later ones have replaced.
  fileprivate(set) var count = 0
  fileprivate var newcomers: ContiguousArray<Newcomer> = []

  /// Closures that run after the end, without a lock: first the deliveries, then the completions.
  ///
  /// A delivery sends a committed value to direct subscribers and bindings. A completion finishes work that the
  /// open batch has put off: it attaches a direct subscriber to a written source, or ends such a source.
  var deliveries: ContiguousArray<() -> Void> = []
  var completions: ContiguousArray<(borrowing Transaction, _ isCommitted: Bool) -> Void> = []

  init() {}

  var hasWrites: Bool { count > 0 }

  func index(of node: NodeRef) -> Int? {
    writes.count <= 16 ? writes.firstIndex { $0.node == node } : indices[node]
  }

  /// Records a write to a source. Called with the source's region locked.
  ///
  /// - Returns: The replaced write, which the caller releases without the lock.
  mutating func write(
    _ box: ValueBase, _ identity: UInt64, to node: NodeRef, _ stamp: UInt64, owesBindings: Bool
  ) -> Write? {
    count += 1
    if let index = index(of: node) {
      var write = Write(node, box, identity, last: count, stamp, owesBindings || writes[index].owesBindings)
      swap(&write, &writes[index])
      return write
    }
    node.pointee.references += 1
    writes.append(Write(node, box, identity, last: count, stamp, owesBindings))
    if writes.count == 17 {
      for (index, write) in writes.enumerated() { indices[write.node] = index }
    } else if writes.count > 17 {
      indices[node] = writes.count - 1
    }
    return nil
  }

  /// Empties all lists. Keeps the memory of `writes` and `deliveries` for the next batch, up to a limit.
  fileprivate mutating func removeAll() {
    if writes.capacity > 1_024 { writes = [] }
    while writes.popLast() != nil {}
    if !indices.isEmpty { indices = [:] }
    if !newcomers.isEmpty { newcomers = [] }
    if deliveries.capacity > 1_024 { deliveries = [] }
    while deliveries.popLast() != nil {}
    if !completions.isEmpty { completions = [] }
    count = 0
  }
}

extension GraphThread {
  @usableFromInline var isInBatch: Bool { transaction.isOpen }

  /// The value that the open batch has written to a source.
  @usableFromInline
  func writtenBox(of node: NodeRef) -> ValueBase? { transaction.index(of: node).map { transaction.writes[$0].box } }

  /// The parts of a write that its source needs to store it.
  @usableFromInline
  func write(at index: Int) -> (ValueBase, UInt64, stamp: UInt64, owesBindings: Bool, modifies: Bool) {
    let write = transaction.writes[index]
    return (write.box, write.identity, write.stamp, write.owesBindings, write.modification != nil)
  }

  @usableFromInline
  func writtenStamp(of node: NodeRef) -> UInt64? { transaction.index(of: node).map { transaction.writes[$0].stamp } }

  @usableFromInline
  func write(_ box: ValueBase, to node: NodeRef, _ stamp: UInt64, owesBindings: Bool) -> Transaction.Write? {
    transaction.write(box, newPrivateIdentity(), to: node, stamp, owesBindings: owesBindings)
  }

  /// Registers the delivery of a committed value, which runs after the commit, when no lock is held.
  @usableFromInline
  func deliverAfterBatch(_ work: @escaping () -> Void) { transaction.deliveries.append(work) }

  @usableFromInline
  func openTransaction() -> Bool {
    guard !transaction.isOpen else { return false }
    openBatchCount.add(1, ordering: .relaxed)
    transaction.isOpen = true
    return true
  }

  @usableFromInline
  func commitTransaction() {
    if transaction.hasWrites { while !storeWrites() {} }
    closeTransaction(isCommitted: true)
  }

  /// Ends a batch: enqueues newcomers, runs deliveries and completions, and releases the written nodes.
  @usableFromInline
  func closeTransaction(isCommitted: Bool) {
    openBatchCount.subtract(1, ordering: .relaxed)
    var closed = Transaction()
    swap(&closed, &transaction)
    // The writes are dropped, and running closures may have read them.
    if !isCommitted, closed.hasWrites { recordOwnChange() }
    if !closed.newcomers.isEmpty {
      for newcomer in closed.newcomers {
        if !isCommitted || !refresh(newcomer, closed) { notifyAgain(newcomer.observer) }
        for source in newcomer.sources ?? [] { source.release(self) }
        newcomer.observer.release(self)
      }
    }
    if !closed.deliveries.isEmpty || !closed.completions.isEmpty {
      runHandlers {
        for work in closed.deliveries { work() }
        for work in closed.completions { work(closed, isCommitted) }
      }
    }
    // Otherwise `storeWrites` has released the nodes.
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
  /// - Returns: `false` if the caller has to try again: closures of `modify` ran again, or many regions became one.
  private func storeWrites() -> Bool {
    // Several sources may share a region, which is locked once. If there are too many regions, they are united.
    let isSingle = transaction.writes.count == 1
    if isSingle {
      lock(transaction.writes[0].node)
    } else if lockRegions(transaction.writes.count, atMost: 32, { transaction.writes[$0].node }) {
      for write in transaction.writes.dropFirst() { unite(transaction.writes[0].node, write.node) }
      return false
    }
    let outdated = transaction.writes.indices.first { transaction.writes[$0].isOutdated }
    if outdated == nil {
      let version = clock.add(1, ordering: .relaxed).newValue
      for index in transaction.writes.indices where !transaction.writes[index].hasChanged {
        let node = transaction.writes[index].node
        region = node.knownRegion
        node.perform(.commit(index, at: version), self)
      }
      // Otherwise the nodes are released after the deliveries.
      if transaction.deliveries.isEmpty {
        for index in transaction.writes.indices {
          region = transaction.writes[index].node.knownRegion
          release(transaction.writes[index].node)
        }
      }
    }
    if isSingle { unlock() } else { unlockRegions() }
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
  }

  // MARK: Newcomers

  /// Records an observer whose values include the first `count` writes of the batch.
  ///
  /// Its sources are not known if one of the region was changed after the version that was read. Called with the lock
  /// held.
  func recordNewcomer(_ observer: NodeRef, _ count: Int, _ version: UInt64) {
    let isCurrent = self.version <= evaluation.pointee.version
    let sources = isCurrent ? inputs(above: observer).filter { $0.has(.source) } : nil
    for source in sources ?? [] { source.pointee.references += 1 }
    observer.pointee.references += 1
    transaction.newcomers.append(
      Transaction.Newcomer(
        observer: observer, sources: sources, count: count, version: version))
  }

  /// The direct and indirect inputs of a node in the running evaluation. Their order does not depend on addresses.
  private func inputs(above node: NodeRef) -> [NodeRef] {
    var (found, seen): ([NodeRef], Set<NodeRef>) = ([node], [])
    var index = 0
    while index < found.count {
      for input in evaluation.pointee.memo?.reads[found[index]] ?? found[index].inputs
      where seen.insert(input).inserted {
        found.append(input)
      }
      index += 1
    }
    return Array(found.dropFirst())
  }

  /// Whether the batch has written to an input of a node, direct or indirect, after its first `count` writes.
  func hasWritten(above node: NodeRef, since count: Int) -> Bool {
    let inputs = inputs(above: node)
    return transaction.writes.contains { $0.last > count && inputs.contains($0.node) }
  }

  /// Marks an observer as notified of the committed values, if these are the values that it has received.
  ///
  /// - Returns: `false` if the observer has to be notified. Its sources are unknown or have changed since, or it is
  ///   busy or disposed. Or an input is private, or can be computed on an actor only.
  private func refresh(_ newcomer: Transaction.Newcomer, _ transaction: borrowing Transaction) -> Bool {
    let observer = newcomer.observer
    lock(observer)
    defer { unlock() }
    return withEvaluation {
      while isUpToDate(newcomer, transaction), !observer.has(.disposed | .isBusy) {
        var isPrivate = false
        guard let input = observer.inputs.first(where: { resolve($0, &isPrivate) == nil }) else {
          guard !isPrivate else { return false }
          recordSeen(observer, ofAll: true)
          markClean(observer)
          return true
        }
        pullWithStack(input)
        guard neededActor == nil else {
          neededActor = nil
          return false
        }
      }
      return false
    }
  }

  /// Whether no source has changed since the newcomer received its values, except by the commit of those values.
  ///
  /// Called with the lock held.
  private func isUpToDate(_ newcomer: Transaction.Newcomer, _ transaction: borrowing Transaction) -> Bool {
    guard let sources = newcomer.sources else { return false }
    for source in sources {
      if let index = transaction.index(of: source), transaction.writes[index].identity == source.pointee.identity {
        if transaction.writes[index].last > newcomer.count { return false }
      } else if source.pointee.validAt > newcomer.version {
        return false
      }
    }
    return true
  }

  private func notifyAgain(_ observer: NodeRef) {
    lock(observer)
    observer.pointee.state = .stale
    enqueue(observer)
    unlock()
  }
}

extension Transaction.Write {
  /// Whether the source has changed since the first closure of `modify` ran. Called with the lock held.
  ///
  /// If no other `modify` has changed it, a thread has set it. That counts as later, so the write is not stored.
  fileprivate var hasChanged: Bool { modification.map { $0.base != node.pointee.validAt } ?? false }

  /// Whether the closures have to run again, because another `modify` has changed the source. Called with the lock
  /// held.
  fileprivate var isOutdated: Bool { modification.map { hasChanged && node.lastModified > $0.base } ?? false }
}
