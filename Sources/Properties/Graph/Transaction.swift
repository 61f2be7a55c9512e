import StreamCore
public import StreamPrimitives

/// Sets several properties as if at once: a transaction.
///
/// ```swift
/// batch { first.value = "Grace"; last.value = "Hopper" }   // full: "Grace Hopper", once
/// ```
///
///     first    Ada-------Grace
///     last     Lovelace--Hopper
///     full     (Ada Lovelace)--(Grace Hopper)
///
/// Inside, the thread reads what it has set, and derived properties follow. All other threads read the state before
/// until the body returns; then everything changes in one step, and observers are notified once, of the last values.
/// If the body throws, nothing changes and no observer is notified. A batch in a batch is part of it.
///
/// No lock is held while the body runs, and batches do not wait for each other. A property that two of them set has the
/// value of the batch that ends last. ``MutableProperty/modify(_:)`` loses nothing: its closure runs again at the end
/// of the batch if another `modify` has changed the property meanwhile. A body must not wait for another thread to see
/// what it has set.
///
/// An observer that subscribes inside receives what the batch has set so far; it is notified at the end if that has
/// changed since. After a body that throws it is notified of the state before.
///
/// A derived property that is read inside is computed from what the batch has set, and again after every further
/// write of the batch. Takes time for what was set, and for what depends on it.
public func batch<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
  let opened = GraphThread.current._withUnsafeGuaranteedRef { $0.openTransaction() }
  do throws(Failure) {
    let result = try body()
    if opened { GraphThread.current._withUnsafeGuaranteedRef { $0.commitTransaction() } }
    return result
  } catch {
    if opened { GraphThread.current._withUnsafeGuaranteedRef { $0.rollBackTransaction() } }
    throw error
  }
}

/// The number of batches that are open in the process. While there is none, setting a property need not ask.
@usableFromInline let openBatchCount = Atomic<Int>(0)

/// What an open batch has written, which only its thread sees.
@usableFromInline
final class Transaction {
  /// What was written to one source.
  @usableFromInline
  struct Write {
    /// Retained.
    @usableFromInline let node: NodeRef
    @usableFromInline var box: ValueBase
    var identity: UInt64

    /// The number of this write among all of the batch.
    @usableFromInline var last: Int

    /// The identity of the value that the first of the `changes` was applied to; `nil` where the batch has set it.
    @usableFromInline var base: UInt64?
    @usableFromInline var changes: [(ValueBase) -> ValueBase] = []

    /// The stamp for two-way bindings, and whether they have yet to pass the change on.
    @usableFromInline var stamp: UInt64 = 0
    @usableFromInline var owesBindings = false
  }

  @usableFromInline fileprivate(set) var writes: [Write] = []

  /// Where the writes are, once there are too many to look through.
  private var indices: [NodeRef: Int] = [:]
  fileprivate(set) var count = 0

  /// An observer that received what the batch had set until then.
  fileprivate struct Newcomer {
    /// Retained.
    let observer: NodeRef

    /// The number of writes of the batch at that time.
    let count: Int

    /// The number of changes of the region at that time; `nil` if the observer received older values.
    let changes: UInt64?
  }

  fileprivate var newcomers: [Newcomer] = []

  /// What is done after the end, with whether the batch was committed.
  fileprivate var completions: [(Bool) -> Void] = []

  func index(of node: NodeRef) -> Int? {
    writes.count <= 16 ? writes.firstIndex { $0.node == node } : indices[node]
  }

  func write(of node: NodeRef) -> Write? { index(of: node).map { writes[$0] } }

  /// Writes to a source, and returns the index of the write.
  @usableFromInline
  func write(_ box: ValueBase, to node: NodeRef) -> Int {
    count += 1
    if let index = index(of: node) {
      writes[index].box = box
      writes[index].identity = newPrivateIdentity()
      writes[index].last = count
      return index
    }
    node.retain()
    writes.append(Write(node: node, box: box, identity: newPrivateIdentity(), last: count, base: nil))
    if writes.count == 17 {
      for (index, write) in writes.enumerated() { indices[write.node] = index }
    } else if writes.count > 17 {
      indices[node] = writes.count - 1
    }
    return writes.count - 1
  }

  @usableFromInline
  func update(_ index: Int, _ change: (inout Write) -> Void) { change(&writes[index]) }

  func add(newcomer observer: NodeRef, _ changes: UInt64?) {
    observer.pointee.references += 1
    newcomers.append(Newcomer(observer: observer, count: count, changes: changes))
  }

  /// Has something done when the batch is over; the argument says whether it was committed.
  @usableFromInline
  func atEnd(_ work: @escaping (Bool) -> Void) { completions.append(work) }
}

extension Optional where Wrapped == Transaction {
  @usableFromInline var hasWrites: Bool { self.map { $0.count > 0 } ?? false }
}

extension GraphThread {
  /// What the open batch has written to a source.
  @usableFromInline
  func writtenBox(of node: NodeRef) -> ValueBase? { transaction?.write(of: node)?.box }

  @usableFromInline
  func writtenStamp(of node: NodeRef) -> UInt64? { transaction?.write(of: node)?.stamp }

  fileprivate func openTransaction() -> Bool {
    guard transaction == nil else { return false }
    openBatchCount.add(1, ordering: .relaxed)
    transaction = Transaction()
    return true
  }

  private func closeTransaction() {
    openBatchCount.subtract(1, ordering: .relaxed)
    transaction = nil
  }

  fileprivate func commitTransaction() {
    let transaction = transaction.unsafelyUnwrapped
    while !store(transaction) {}
    closeTransaction()
    for newcomer in transaction.newcomers {
      if isUpToDate(newcomer, transaction) { refresh(newcomer.observer) } else { notifyAgain(newcomer.observer) }
    }
    end(transaction, isCommitted: true)
  }

  fileprivate func rollBackTransaction() {
    let transaction = transaction.unsafelyUnwrapped
    closeTransaction()
    for newcomer in transaction.newcomers { notifyAgain(newcomer.observer) }
    end(transaction, isCommitted: false)
  }

  /// Releases what a transaction has retained, and does what waited for its end.
  private func end(_ transaction: Transaction, isCommitted: Bool) {
    for write in transaction.writes { write.node.release(self) }
    for newcomer in transaction.newcomers { newcomer.observer.release(self) }
    if !transaction.completions.isEmpty { perform { for work in transaction.completions { work(isCommitted) } } }
    finish()
  }

  /// Stores all that was written, in one step.
  ///
  /// - Returns: `false` if that has to be tried again, since closures of `modify` had to run again.
  private func store(_ transaction: Transaction) -> Bool {
    let regions = lockRegions(of: transaction.writes)
    let outdated = transaction.writes.indices.filter { transaction.writes[$0].isOutdated }
    if outdated.isEmpty {
      let version = clock.add(1, ordering: .relaxed).newValue
      for region in regions {
        region.state.version = version
        region.state.changes += 1
      }
      for index in transaction.writes.indices where !transaction.writes[index].isOverwritten {
        region = transaction.writes[index].node.knownRegion
        transaction.writes[index].node.perform(.commit(index), self)
      }
    }
    for region in regions { region.unlock() }
    for index in outdated { modifyAgain(index, transaction) }
    return outdated.isEmpty
  }

  /// Locks the regions of all sources that were written to. A batch over very many graphs makes them one, since no
  /// thread should hold as many locks.
  private func lockRegions(of writes: [Transaction.Write]) -> [Region] {
    while true {
      var regions: [Region] = []
      for write in writes {
        let region = write.node.lockedRoot()
        if regions.last !== region { regions.append(region) }
      }
      let locked = lockAll(regions)
      let isComplete = locked.allSatisfy { $0.state.parent == nil }
      if isComplete, locked.count <= 32 { return locked }
      for region in locked { region.unlock() }
      if isComplete { for write in writes.dropFirst() { NodeRef.unite(writes[0].node, write.node) } }
    }
  }

  /// Runs closures of `modify` again, on what another `modify` has stored.
  private func modifyAgain(_ index: Int, _ transaction: Transaction) {
    let write = transaction.writes[index]
    lock(write.node)
    var word: UInt64 = 0
    withUnsafeMutablePointer(to: &word) { write.node.perform(.copy($0), self) }
    let base = write.node.pointee.identity
    unlock()
    let copy = Unmanaged<ValueBase>.fromOpaque(UnsafeRawPointer(bitPattern: UInt(word)).unsafelyUnwrapped)
    var box = copy.takeRetainedValue()
    for change in write.changes { box = change(box) }
    transaction.update(index) { write in
      write.box = box
      write.base = base
    }
  }

  // MARK: Observers that came while the batch was open

  /// Whether an observer has received all that the batch has written of what it observes.
  private func isUpToDate(_ newcomer: Transaction.Newcomer, _ transaction: Transaction) -> Bool {
    let later = transaction.writes.filter { $0.last > newcomer.count }
    lock(newcomer.observer)
    defer { unlock() }
    // No other thread has changed anything: this batch is the only change.
    guard let changes = newcomer.changes, withRegion({ $0.changes }) == changes + 1 else { return false }
    var (below, seen): ([NodeRef], Set<NodeRef>) = ([newcomer.observer], [])
    while let node = below.popLast() {
      var next = node.pointee.firstInput
      while let link = next {
        next = link.pointee.nextInput
        let input = link.pointee.input
        if later.contains(where: { $0.node == input }) { return false }
        // What it was computed from in the batch is known nowhere any longer.
        if !later.isEmpty, input.has(.tracked), !input.has(.hasValue) { return false }
        if seen.insert(input).inserted { below.append(input) }
      }
    }
    return true
  }

  /// Notes that an observer has received what there is, if no other thread has changed it since.
  private func refresh(_ observer: NodeRef) {
    lock(observer)
    if !observer.has(.disposed | .isBusy) {
      refreshing = observer
      evaluate(observer) {}
      refreshing = nil
      if neededActor != nil || !observer.isClean { enqueueStale(observer) }
      neededActor = nil
    }
    unlock()
  }

  private func notifyAgain(_ observer: NodeRef) {
    lock(observer)
    enqueueStale(observer)
    unlock()
  }

  private func enqueueStale(_ observer: NodeRef) {
    observer.pointee.state = .stale
    enqueue(observer)
  }
}

extension Transaction.Write {
  /// Whether another thread has changed the source since the closures of `modify` ran.
  private var hasChanged: Bool { base.map { $0 != node.pointee.identity } ?? false }

  /// Whether the closures have to run again. Called with the lock held.
  fileprivate var isOutdated: Bool { hasChanged && node.lastModified > base.unsafelyUnwrapped }

  /// Whether another thread has set the source since, which counts as later. Called with the lock held.
  fileprivate var isOverwritten: Bool { hasChanged }
}
