public import StreamPrimitives

/// An object with a ``Gate`` whose drain another thread can continue.
///
/// A drain stops when the thread has used up its ``Budget`` for the items of other threads. The next sender continues
/// it, or a system thread if no sender comes first. The items that a thread's own handlers send do not use the budget.
/// They are delivered before the thread's `send` returns, unless queued items of other threads use up the budget first.
@usableFromInline
package protocol Gated: AnyObject, Sendable {
  associatedtype Item: Sendable

  var gate: Gate<Item> { get }

  /// The name of the object in messages.
  var name: String { get }

  /// Delivers an item. Called by the draining thread.
  func deliver(_ item: Item)

  /// The time for which a thread drains for other threads: see ``Budget``.
  var timeForOthers: Duration { get }

  /// Schedules the continuation of a drain on another thread, or later on the same one.
  func continueElsewhere(_ drain: @escaping @Sendable () -> Void)
}

extension Gated {
  @usableFromInline package var name: String { "A \(Self.self)" }

  @usableFromInline package var timeForOthers: Duration { .threadBudget }

  @usableFromInline
  package func continueElsewhere(_ drain: @escaping @Sendable () -> Void) { runElsewhere(drain) }

  /// Delivers an item now, or enqueues it for the draining thread, as an item of `thread`.
  @inlinable
  package func enqueue(_ item: Item, from thread: UInt = currentThread) {
    if gate.enqueue(item, from: thread) { return takeOver() }
    deliver(item)
    leave()
  }

  /// Runs a job now, or enqueues it for the draining thread.
  @inlinable
  package func perform(_ job: @escaping @Sendable () -> Void) {
    if gate.enqueue(job: job) { return takeOver() }
    job()
    leave()
  }

  /// Delivers the items that were queued meanwhile, and then leaves the gate.
  @inlinable
  package func leave() {
    if !gate.leaveIfEmpty() { drain() }
  }

  /// Continues a drain that has stopped, if there is one.
  @inlinable
  package func takeOver() {
    if gate.takeOver() { drain() }
  }

  /// Not inlined. Otherwise every `send` would retain `self` for the closures of this function.
  @inline(never)
  @inlinable
  package func drain() {
    // Items of other threads cannot reach the number of the hint, because their budget is smaller.
    var feedback = ItemCount()
    if gate.drain(
      within: timeForOthers,
      {
        feedback.add(
          hint: """
            \(name) has been sent to ten thousand times by its own observers in one send. If that is a cycle, stop it \
            with distinctUntilChanged() or take(_:).
            """)
        deliver($0)
      })
    {
      return
    }
    continueElsewhere { self.takeOver() }
  }
}
