public import StreamPrimitives

/// What has a ``Gate`` and can be gone on with by another: whoever delivers there hands over what is left when its
/// ``Share`` for others is used up.
///
/// The next to send takes over; a job on a thread of the system's does if nobody has come before it. What a deliverer's
/// own handlers send is delivered before its `send` returns, however much that is: it is no work for others, and where
/// there is one thread nobody else could.
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
  func sendFor(_ goOn: @escaping @Sendable () -> Void)
}

/// Says, in a debug build, that what is delivered seems to be sent for ever by those to whom it is delivered.
///
/// It does not trap, since that may be meant: an observer that sends the next until somebody disposes it.
@frozen
@usableFromInline
struct RingHint {
  #if DEBUG
    @usableFromInline var count = 0
  #endif

  @inlinable init() {}

  /// Something is delivered. So much of it is none that others have sent, of which there is only a share.
  @inlinable
  mutating func note(_ receiver: some Gated) {
    #if DEBUG
      count += 1
      if count == 10_001 { say(receiver.name) }
    #endif
  }

  #if DEBUG
    @usableFromInline
    func say(_ name: String) {
      Hints.say("\(name) has been sent to ten thousand times by its own observers in one send: a ring?")
    }
  #endif
}

extension Gated {
  @inlinable package var name: String { "A \(Self.self)" }

  @inlinable package var timeForOthers: Duration { .ofThread }

  @inlinable
  package func sendFor(_ goOn: @escaping @Sendable () -> Void) { runElsewhere(goOn) }

  /// Delivers an item now, or leaves it for the one who is delivering, as if `thread` had.
  @inlinable
  package func admit(_ item: Item, from thread: UInt = currentThread) {
    if gate.post(item, from: thread) { return takeOver() }
    handle(item)
    leave()
  }

  /// Delivers what was left meanwhile, and then opens the gate.
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
    var ring = RingHint()
    if gate.drain(
      within: timeForOthers,
      {
        ring.note(self)
        handle($0)
      })
    {
      return
    }
    sendFor { self.takeOver() }
  }
}
