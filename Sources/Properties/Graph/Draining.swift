import StreamCore
import StreamPrimitives

/// Notifying observers. One thread drains the queue of a region; the other threads only enqueue observers.
extension GraphThread {
  /// Drains the queue of a region in rounds, unless another thread drains it.
  ///
  /// Each round is in the order of subscription. Called without the lock, on an idle thread.
  ///
  /// A thread drains its own changes without a limit. Once another thread has changed the region, each notification
  /// takes one from a ``Budget``. When that is used up, the drain stops, and a system thread continues it, or the next
  /// thread that enqueues an observer.
  func drain(_ region: Region) {
    self.region = lockRoot(of: .passUnretained(region))
    drainLocked()
  }

  /// Drains the region after a change if the thread is idle; otherwise records that it is due. Releases the lock.
  @usableFromInline
  func drainOrUnlock() {
    if isIdle {
      drainLocked()
      rounds = 0
    } else {
      recordDue()
      unlock()
    }
    finish()
  }

  /// Drains the region that is locked; releases the lock.
  private func drainLocked() {
    guard isDue() else { return unlock() }
    var drained = region
    var budget = Budget(ThreadClock(), limit: 64, time: .threadBudget)
    withRegion { ($0.drainers, $0.drainer) = (1, Unmanaged.passUnretained(self).toOpaque()) }
    depth += 1
    while takeRound(), withRegion({ $0.drainers == 1 && (!$0.isShared || budget.take()) }) {
      let observer = round.removeLast()
      observer.pointee.flags.remove(.isQueued)
      notify(observer)
      release(observer)
      // Between two observers the lock is released only to free memory, or to lock the root if the region was united.
      let isSame = region.toOpaque() == drained.toOpaque() && withRegion { $0.parent == nil }
      guard !releasing.isEmpty || !isSame else { continue }
      unlock()
      if !releasing.isEmpty { release() }
      drained = lockRoot(of: drained)
      region = drained
    }
    stopDraining()
    depth -= 1
    if !releasing.isEmpty { release() }
  }

  /// Moves the queue into `round`, if that is empty, and sorts it so that `removeLast` takes the earliest subscription.
  ///
  /// - Returns: Whether there is an observer to notify.
  private func takeRound() -> Bool {
    if !round.isEmpty { return true }
    withRegion { swap(&$0.queue, &round) }
    guard let last = round.last else { return false }
    countRound(last.pointee.firstInput?.pointee.input.callSitePrefix ?? "")
    guard round.count > 1 else { return true }
    round.reverse()
    for index in 1..<round.count where round[index].pointee.identity > round[index - 1].pointee.identity {
      round.sort { $0.pointee.identity > $1.pointee.identity }
      break
    }
    return true
  }

  /// The largest capacity that an empty list keeps.
  private static let mostKept = 1_024

  /// Stops draining, because the queue is empty, united regions have another drainer, or the budget is used up.
  ///
  /// Puts the rest of the round back into the queue. A system thread continues, unless the queue is empty or another
  /// thread drains. Called with the lock held; releases it.
  private func stopDraining() {
    let isHandedOver = withRegion { state in
      while let observer = round.popLast() { state.queue.append(observer) }
      state.drainers -= 1
      if state.queue.isEmpty, state.hops == 0 { state.drains += 1 }
      if state.drainers == 0 { state.isShared = !state.queue.isEmpty }
      return state.drainers == 0 && state.isShared
    }
    if round.capacity > Self.mostKept { round = [] }
    let region = isHandedOver ? self.region.takeUnretainedValue() : nil
    unlock()
    guard let region else { return }
    runElsewhere {
      GraphThread.with { thread in
        if thread.isIdle { thread.drain(region) }
        thread.finish()
      }
    }
  }

  // MARK: One observer

  /// Brings an observer up to date, and runs its handler if an input has changed. If all inputs have ended, notifies it
  /// of the completion and retires it.
  ///
  /// An observer whose handler is running is only flagged, and is enqueued when the handler returns. The lock is held
  /// on entry and on return. Meanwhile the region may have been united with others.
  @usableFromInline
  func notify(_ observer: NodeRef) {
    guard !observer.has(.disposed) else { return }
    if observer.has(.isBusy) { return observer.pointee.flags.insert(.again) }
    if !observer.isClean {
      observer.pointee.flags.insert(.isBusy)
      observer.pointee.references += 1
      // Clean first, so that a change during the notification enqueues the observer again.
      observer.pointee.isClean = true
      withEvaluation { pull(observer) }
      finishNotifying(observer)
      if let actor = neededActor {
        neededActor = nil
        hop(observer, to: actor)
      }
      release(observer)
    }
    guard observer.has(.ended), observer.isClean, !observer.has(.disposed | .isBusy | .isQueued) else { return }
    retire(observer)
    unlock()
    runHandlers { observer.perform(.end, self) }
    lock(observer)
    release(observer)
  }

  /// Runs an observer's handler without the lock. The lock is held on entry and on return.
  ///
  /// The observer's body copies the values of its inputs before this call, which releases the private values.
  @usableFromInline
  func runHandler(_ observer: NodeRef, _ handler: () -> Void) {
    recordSeen(observer)
    observer.pointee.validAt = evaluation.pointee.version
    if evaluation.pointee.isPrivate { notifyLater(observer) }
    endSnapshot()
    unlock()
    runHandlers(handler)
    lock(observer)
  }

  /// Clears the busy flag, and enqueues the observer if a notification has found it busy. Called with the lock held.
  func finishNotifying(_ observer: NodeRef) {
    let again = observer.has(.again)
    observer.pointee.flags.remove(.isBusy | .again)
    guard again, !observer.has(.disposed) else { return }
    enqueue(observer)
  }

  /// Schedules the notification of an observer on an actor, unless it is queued already. Called with the lock held.
  ///
  /// Until it is notified it has the flag `isQueued`, although it is not in the queue of its region.
  func hop(_ observer: NodeRef, to actor: any Actor) {
    // The observer stays stale, so no further change enqueues it. The notification on the actor includes these changes.
    observer.pointee.isClean = false
    guard !observer.has(.isQueued) else { return }
    observer.pointee.flags.insert(.isQueued)
    observer.pointee.references += 1
    withRegion { $0.hops += 1 }
    nonisolated(unsafe) let observer = observer
    StreamCore.hop(to: actor) {
      GraphThread.with { thread in
        thread.lock(observer)
        observer.pointee.flags.remove(.isQueued)
        thread.withRegion { $0.hops -= 1 }
        thread.notifyNow(observer)
      }
    }
  }

  /// Notifies an observer outside of a drain, and drops the caller's reference to it. Called with the lock held;
  /// releases it.
  func notifyNow(_ observer: NodeRef) {
    depth += 1
    notify(observer)
    depth -= 1
    release(observer)
    unlock()
    finish()
  }
}
