import StreamPrimitives

extension Transaction {
  /// An observer in the graph that has received private values of the open batch.
  ///
  /// After a commit it is notified, unless the values that it has received are known to be the committed ones. After a
  /// throw it is always notified. A direct subscriber of a source is not one; `completions` attaches it.
  struct Newcomer {
    /// Retained, as `sources` are.
    let observer: NodeRef

    /// The sources that its values were computed from, direct and indirect; `nil` if they are not known.
    var sources: [NodeRef]?

    /// The number of the last write that its values include, and the version that was read.
    let count: Int
    let version: UInt64

    /// The transaction's `count` when this was recorded. An effect may have read some writes after `count`.
    let recordedAt: Int
  }
}

extension GraphThread {
  /// Records an observer whose values include the first `count` writes of the batch.
  ///
  /// Its sources are not known if one of the region was changed after the version that was read. Called with the lock
  /// held.
  func recordNewcomer(_ observer: NodeRef, _ count: Int, _ version: UInt64) {
    // An effect that has read values of a nested batch, which has been rolled back, runs again.
    let isCurrent = self.version <= evaluation.pointee.version && transaction.rolledBackAt <= count
    let sources = isCurrent ? inputs(above: observer).filter { $0.has(.source) } : nil
    for source in sources ?? [] { source.pointee.references += 1 }
    observer.pointee.references += 1
    transaction.newcomers.append(
      Transaction.Newcomer(
        observer: observer, sources: sources, count: count, version: version, recordedAt: transaction.count))
  }

  /// Has observers notified that received values of a nested batch, which has been rolled back.
  ///
  /// - Parameter count: The number of writes before the nested batch.
  /// - Parameter dropped: The sources that it had written to.
  func forgetSources(ofNewcomersAfter count: Int, derivedFrom dropped: Set<NodeRef>) {
    for index in transaction.newcomers.indices where transaction.newcomers[index].recordedAt > count {
      guard let sources = transaction.newcomers[index].sources, !dropped.isDisjoint(with: sources) else { continue }
      for source in transaction.newcomers[index].sources.take() ?? [] { source.release(self) }
    }
  }

  /// Notifies the newcomers of a batch that has ended, unless they have received the committed values.
  func endNewcomers(of closed: borrowing Transaction, isCommitted: Bool) {
    for newcomer in closed.newcomers {
      if !isCommitted || !refresh(newcomer, closed) { notifyAgain(newcomer.observer) }
      for source in newcomer.sources ?? [] { source.release(self) }
      newcomer.observer.release(self)
    }
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
        pull(input)
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
