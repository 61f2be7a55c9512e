import StreamCore
import StreamPrimitives

/// Adding and removing observers: nodes whose input is the observed node.
extension GraphThread {
  /// Makes an observer of a node and notifies it immediately.
  ///
  /// The observer stays until it is disposed or its input has ended.
  @usableFromInline
  func observe(_ node: NodeRef, _ subscription: Subscription, _ body: @escaping NodeBody.Function) {
    leaveNursery(node)
    lock(node)
    let observer = observer(of: node, body)
    if node.has(.ended) { observer.pointee.flags.insert(.ended) }
    // Three references: of the observer itself, of the subscription, and of `notifyNow`.
    observer.pointee.references += 2
    notifyNow(observer)
    subscription.add(RetainedNode(observer))
  }

  /// Makes a node that is notified of another. Called with the lock held.
  func observer(of node: NodeRef, _ body: @escaping NodeBody.Function) -> NodeRef {
    let observer = region._withUnsafeGuaranteedRef { NodeRef.make(Void.self, in: $0, inputs: 1, .observer, body) }
    observer.pointee.identity = nextSubscription()
    observer.pointee.firstInput = link(observer, to: node, in: observer.links)
    return observer
  }

  /// Marks an observer as disposed, and removes its inputs.
  ///
  /// The caller drops the observer's reference to itself. Called with the lock held.
  func retire(_ observer: NodeRef) {
    observer.pointee.flags.insert(.disposed)
    // A walk over its inputs that has been interrupted begins again, without them.
    observer.pointee.validAt = .max
    unlinkInputs(of: observer)
  }

  /// Disposes an observer. Called without the lock.
  func dispose(_ observer: NodeRef) {
    lock(observer)
    if !observer.has(.disposed) {
      retire(observer)
      release(observer)
    }
    unlock()
    withoutTracking { observer.perform(.dispose, self) }
    finish()
  }
}

/// Returns the next number in the order of subscription, in which observers are notified.
func nextSubscription() -> UInt64 { lastSubscription.add(1, ordering: .relaxed).newValue }

private let lastSubscription = Atomic<UInt64>(0)
