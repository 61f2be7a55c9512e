import StreamCore
import StreamPrimitives
import Subjects

// Nodes that are notified of their dependents. A stream-fed node asks whether it has subscribers: its own, or
// subscribers of nodes that are derived from it. A node in a cache asks whether it has dependents.
extension GraphThread {
  /// Records that an edge was made or removed, so that stream-fed nodes upstream may have gained or lost subscribers.
  ///
  /// Called with the lock held.
  func recordSubscribers(from dependent: NodeRef, of input: NodeRef) {
    // A derived node without dependents has no subscribers. Without this check, each node of a long chain would cause a
    // walk along the chain when it is made or removed.
    guard dependent.has(.observer) || dependent.pointee.firstDependent != nil else { return }
    var seen: Set = [input]
    var upstream = [input]
    while let node = upstream.popLast() {
      if node.has(.asksForWatchers) { askLater(node) }
      var next = node.pointee.firstInput
      while let link = next {
        next = link.pointee.nextInput
        let input = link.pointee.input
        if input.has(.reportsWatchers), seen.insert(input).inserted { upstream.append(input) }
      }
    }
  }

  /// Appends a node to `askers`. Called with the lock held.
  func askLater(_ node: NodeRef) {
    node.pointee.references += 1
    askers.append(node)
  }

  /// Notifies the nodes in `askers`, whose subscribers may have changed. Called without the lock, on an idle thread.
  ///
  /// A notified node may release others, which ends in another call. The first call notifies all nodes: otherwise an
  /// effect that has read thousands of rows would recurse for each when it is disposed.
  func notifyAskers() {
    if isNotifyingAskers { return }
    isNotifyingAskers = true
    while let node = askers.popLast() {
      node.perform(.watch(0), self)
      node.release(self)
      if !releasing.isEmpty { release() }
    }
    isNotifyingAskers = false
  }
}

extension NodeRef {
  /// Adds to the number of the node's own subscribers. Called without the lock.
  func recordSubscriber(_ change: Int) { GraphThread.with { perform(.watch(change), $0) } }

  /// Whether nothing depends on the node. Called without the lock.
  @usableFromInline var isUnused: Bool {
    GraphThread.with { thread in
      thread.lock(self)
      defer { thread.unlock() }
      return pointee.firstDependent == nil
    }
  }

  /// Whether an observer depends on the node. Called without the lock.
  fileprivate var isObserved: Bool {
    GraphThread.with { thread in
      thread.lock(self)
      var isObserved = false
      thread.forEachDependent(of: self) { dependent in
        if dependent.has(.observer), !dependent.has(.disposed) { isObserved = true }
        return !isObserved
      }
      thread.unlock()
      return isObserved
    }
  }
}

/// Decides whether a property that a stream feeds keeps loading. The body of the property's node retains it.
final class SubscriberCheck: Sendable {
  /// True until the first subscriber has come and gone, then true while there is one.
  let keepsLoading: BehaviorSubject<Bool, Never>

  /// The number of subscribers of the property itself.
  private let count = Atomic(0)

  /// Whether there has been a subscriber.
  private let wasWatched: Atomic<Bool>

  /// - Parameter wasWatched: Whether to count as if the first subscriber had come and gone.
  init(wasWatched: Bool) {
    keepsLoading = BehaviorSubject(!wasWatched)
    self.wasWatched = Atomic(wasWatched)
  }

  /// Records a change, then counts again: the last of several threads sees every change.
  func record(_ change: Int, of node: NodeRef) {
    count.add(change, ordering: .sequentiallyConsistent)
    keepsLoading.modify { keepsLoading in
      let isWatched = node.isObserved || count.load(ordering: .sequentiallyConsistent) > 0
      if isWatched { wasWatched.store(true, ordering: .sequentiallyConsistent) }
      keepsLoading = isWatched || !wasWatched.load(ordering: .sequentiallyConsistent)
    }
  }
}
