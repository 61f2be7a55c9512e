public import StreamPrimitives

/// What has a ``Gate`` at which another thread can go on delivering: whoever delivers there hands over what is left
/// when its ``Budget`` for others is used up.
///
/// The next sender takes over the drain; a job on a thread of the system's does if nobody has come before it. What a
/// deliverer's own handlers send is no work for others: it is delivered before its `send` returns, however much it is.
@usableFromInline
package protocol Gated: AnyObject, Sendable {
  associatedtype Item: Sendable

  var gate: Gate<Item> { get }

  /// What a message calls it.
  var name: String { get }

  /// Delivers an item. Called by who has entered.
  func handle(_ item: Item)

  /// How long a deliverer goes on for others.
  var timeForOthers: Duration { get }

  /// Has `goOn` called soon, on another thread or in another turn.
  func continueElsewhere(_ goOn: @escaping @Sendable () -> Void)
}

extension Gated {
  @usableFromInline package var name: String { "A \(Self.self)" }

  @usableFromInline package var timeForOthers: Duration { .threadBudget }

  @usableFromInline
  package func continueElsewhere(_ goOn: @escaping @Sendable () -> Void) { runElsewhere(goOn) }

  /// Delivers an item now, or posts it for the one who is delivering, as if `thread` had.
  @inlinable
  package func admit(_ item: Item, from thread: UInt = currentThread) {
    if gate.post(item, from: thread) { return takeOver() }
    handle(item)
    leave()
  }

  /// Delivers what was posted meanwhile, and then opens the gate.
  @inlinable
  package func leave() {
    if !gate.leaveIfNothingWaits() { drain() }
  }

  /// Goes on where a deliverer has stopped, if one has.
  @inlinable
  package func takeOver() {
    if gate.takeOver() { drain() }
  }

  /// Not inlined: in the code of a `send` its closures over `self` would have that retained and released for every
  /// value.
  @inline(never)
  @inlinable
  package func drain() {
    var ring = FeedbackHint()
    if gate.drain(
      within: timeForOthers,
      {
        ring.note(self)
        handle($0)
      })
    {
      return
    }
    continueElsewhere { self.takeOver() }
  }
}
