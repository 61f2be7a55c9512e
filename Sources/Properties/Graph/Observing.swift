public import StreamCore
import StreamPrimitives

/// Those who are told of derived values: each is a node above what it observes.
extension Turn {
  /// Takes an observer's place in the queue; who takes the last one tells it. Called, and left, with the lock held.
  func take(_ observer: NodeRef) {
    observer.prefix.pointee.access.writes()
    observer.pointee.places -= 1
    if observer.pointee.places == 0 { tell(observer) }
    release(observer)
  }

  /// Tells an observer, if what it observes has changed, and of the end. Called, and left, with the lock held.
  @usableFromInline
  func tell(_ observer: NodeRef) {
    guard !observer.has(.disposed) else { return }
    if observer.has(.isBusy) {
      observer.pointee.flags.insert(.again)
      return
    }
    validate(observer)
    if let actor = neededActor {
      neededActor = nil
      return hop(observer, to: actor)
    }
    guard observer.has(.ended), !observer.has(.disposed | .isBusy), !observer.isStale else { return }
    retire(observer)
    unlock()
    observer.perform(.end, self)
    lock(observer)
    release(observer)
  }

  /// Nobody is to be told any more. The caller releases what an observer holds of itself.
  func retire(_ observer: NodeRef) {
    observer.pointee.flags.insert(.disposed)
    unlinkInputs(of: observer)
    // A closure that is running may have done it. Who validates the observer further out has to begin again, without
    // these edges.
    countStamp()
  }

  /// Runs the handler of an observer, on what it has just been validated with.
  @usableFromInline
  func runHandler(_ observer: NodeRef, _ handler: () -> Void) {
    observer.pointee.flags.remove(.stale | .dirty)
    observer.pointee.flags.insert(.isBusy)
    observer.pointee.seenAt = stamp
    begin(observer)
    handler()
    _ = resume(observer)
    handlerIsThrough(observer)
    release(observer)
  }

  /// What came while the handler ran has a place in a queue, or was left with this thread.
  func handlerIsThrough(_ observer: NodeRef) {
    let isAgain = observer.has(.again)
    observer.pointee.flags.remove(.isBusy | .again)
    if isAgain, observer.isStale || observer.has(.ended) { tellAgain(observer) }
  }

  /// Tells again, as part of this turn, because of what another thread did; when the budget for that is used up,
  /// somebody else does.
  private func tellAgain(_ observer: NodeRef) {
    guard !observer.has(.disposed) else { return }
    if budget.take() { return enqueue(observer) }
    let tell = promise(observer)
    runElsewhere { tell() }
  }

  /// Tells an observer on an actor, later.
  func hop(_ observer: NodeRef, to actor: any Actor) {
    let tell = promise(observer)
    StreamCore.hop(to: actor) { tell() }
  }

  /// Keeps a place for an observer with whoever tells it.
  private func promise(_ observer: NodeRef) -> @Sendable () -> Void {
    observer.pointee.places += 1
    observer.pointee.references += 1
    nonisolated(unsafe) let observer = observer
    return {
      Turn.with { turn in
        turn.queue.push(observer)
        turn.finish()
      }
    }
  }

  // MARK: Coming and going

  /// Makes an observer of a node, tells it at once, and keeps it until it is disposed of or nothing can change any
  /// more.
  @usableFromInline
  func observe(_ node: NodeRef, _ subscription: Subscription, _ body: @escaping NodeBody.Function) {
    lock(node)
    let observer = observer(of: node, .stale | .dirty, body)
    if node.has(.ended) { observer.pointee.flags.insert(.ended) }
    // One reference for itself, one for the subscription, one for now.
    observer.pointee.references += 2
    tell(observer)
    release(observer)
    unlock()
    subscription.add(RetainedNode(observer))
    finish()
  }

  /// A node that is told of another. Called with the lock held.
  func observer(of node: NodeRef, _ flags: NodeFlags, _ body: @escaping NodeBody.Function) -> NodeRef {
    let observer = region._withUnsafeGuaranteedRef { NodeRef.allocate(0, $0, 1, flags | .observer, body) }
    withUnsafePointer(to: node) { link(observer, to: UnsafeBufferPointer(start: $0, count: 1)) }
    return observer
  }

  /// Ends an observer.
  func dispose(_ observer: NodeRef) {
    lock(observer)
    if !observer.has(.disposed) {
      retire(observer)
      release(observer)
    }
    unlock()
    observer.perform(.dispose, self)
    finish()
  }
}
