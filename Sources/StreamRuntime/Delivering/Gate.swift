public import StreamPrimitives
public import StreamTracing

/// Somebody else delivers, so an event waits; a recording says so.
@usableFromInline
func noteWaiting() { TraceNode.recordHere(.waits) }

/// Admits one sender at a time, without making the others wait.
///
/// Whoever finds the gate idle delivers; whoever finds it busy, on another thread or re-entrantly on the same one,
/// posts the item and goes; the deliverer hands on what was posted, in order, before it leaves. So deliveries never
/// overlap and never recurse, nothing is lost, and no lock is held while anything is delivered.
///
/// In the idle case that costs one compare-exchange on the way in and one on the way out:
///
/// ```swift
/// if gate.enter() {
///   deliver(item)
///   gate.leave(deliver)
/// } else {
///   gate.admit(item, deliver)
/// }
/// ```
///
/// What waits is not limited, since a sender cannot be made to wait without risking the deadlock that the gate is there
/// to prevent; a subject can be made to drop what exceeds a limit. What one deliverer hands on for others is limited where there is someone to go on (``Gated`` has it); `leave` and `admit` deliver all
/// there is.
///
/// Invariants, in terms of `word`:
/// - *idle*: nobody delivers and nothing waits. Only `enter` and `post` make it busy, and who does is the deliverer.
/// - *busy*, or the address of the newest waiting item: there is one deliverer. Others only add items in front; only
///   the deliverer takes the list, opens the gate (when there is no list), or marks it vacant.
/// - *vacant* (a bit beside either): there is no deliverer, something waits, and somebody was sent for. Others go on
///   adding items; who takes the bit away is the deliverer. Nobody enters, so nothing overtakes.
/// - `rest` is what the last deliverer took and did not deliver, oldest first. It is older than all that `word` leads
///   to, and only the deliverer touches it.
///
/// A deliverer stops with a releasing store to `word`, and the next starts with an acquiring load of it; everything in
/// between is a read-modify-write, which keeps the two connected. So what only the deliverer touches needs no other
/// guard.
@usableFromInline
package struct Gate<Item: Sendable>: ~Copyable, Sendable {
  @usableFromInline typealias Node = NodePool<Item>.Node

  @usableFromInline let word = Atomic<UInt>(0)
  @usableFromInline let rest = Atomic<UInt>(0)
  @usableFromInline package let spares = NodePool<Item>()

  @inlinable @inline(__always) static var idle: UInt { 0 }
  @inlinable @inline(__always) static var busy: UInt { 1 }
  @inlinable @inline(__always) static var vacant: UInt { 2 }

  /// An idle gate.
  @inlinable
  package init() {}

  /// Whoever was delivering never left (its actor is gone, say); what waits is released undelivered.
  @inlinable
  deinit {
    let (first, newest) = withLastReference { (rest.load(ordering: .relaxed), word.load(ordering: .acquiring)) }
    release(first)
    release(newest)
  }

  @usableFromInline
  func release(_ first: UInt) {
    var next = first
    while let waiting = Self.node(at: next) {
      let taken = waiting.move()
      waiting.deallocate()
      NodePool<Item>.free(taken.spares)
      next = taken.next
    }
  }

  /// The item that a word leads to, if it leads to one.
  @inlinable
  static func node(at word: UInt) -> UnsafeMutablePointer<Node>? {
    UnsafeMutablePointer(bitPattern: word & ~(busy | vacant))
  }

  // MARK: Entering

  /// Makes the caller the deliverer, if there is none.
  @inlinable
  @inline(__always)
  package func enter() -> Bool {
    word.compareExchange(expected: Self.idle, desired: Self.busy, ordering: .acquiring).exchanged
  }

  /// Delivers an item now, or posts it for the one who is delivering.
  @inlinable
  package func admit(_ item: Item, _ deliver: (Item) -> Void) {
    guard !post(item) else { return }
    deliver(item)
    leave(deliver)
  }

  /// Enqueues an item for the deliverer.
  ///
  /// - Returns: `false` if there is none; then the caller has entered, and has the item to deliver before it leaves.
  @inlinable
  package func post(_ item: Item) -> Bool { post(item, from: currentThread) }

  /// Enqueues an item as one of a thread's. The thread 0 is always another one, so that its items use the deliverer's
  /// budget.
  @inlinable
  package func post(_ item: Item, from thread: UInt) -> Bool {
    var seen = word.load(ordering: .relaxed)
    var mine: (place: UnsafeMutablePointer<Node>, others: UInt)?
    while true {
      if seen == Self.idle {
        let (entered, found) = word.weakCompareExchange(expected: seen, desired: Self.busy, ordering: .acquiring)
        seen = found
        guard entered else { continue }
        if let mine {
          mine.place.deallocate()
          NodePool<Item>.free(mine.others)
        }
        return false
      }
      let (place, others) = mine ?? spares.take()
      mine = (place, others)
      place.initialize(
        to: Node(item: item, next: seen & ~(Self.busy | Self.vacant), thread: thread, spares: others))
      let (left, found) = word.weakCompareExchange(
        expected: seen, desired: UInt(bitPattern: place) | seen & Self.vacant, ordering: .releasing)
      if left {
        if Trace.isOn { noteWaiting() }
        return true
      }
      place.deinitialize(count: 1)
      seen = found
    }
  }

  /// Whether nobody delivers and nothing waits. Somebody else may enter right after the answer.
  @inlinable
  package var isIdle: Bool { word.load(ordering: .acquiring) == Self.idle }

  /// Makes the caller the deliverer of what a deliverer left behind, which it has to `drain`.
  @inlinable
  package func takeOver() -> Bool {
    guard word.load(ordering: .relaxed) & Self.vacant != 0 else { return false }
    return word.bitwiseAnd(~Self.vacant, ordering: .acquiring).oldValue & Self.vacant != 0
  }

  // MARK: Leaving

  /// Delivers what was posted meanwhile, and then opens the gate.
  @inlinable
  package func leave(_ deliver: (Item) -> Void) {
    if !leaveIfNothingWaits() { _ = drain(atMost: .max, deliver) }
  }

  /// Opens the gate if nothing was posted meanwhile; otherwise that has to be delivered with `drain`.
  ///
  /// For senders on the path of every event: a closure that they name only where something waits costs them nothing
  /// elsewhere.
  @inlinable
  @inline(__always)
  package func leaveIfNothingWaits() -> Bool {
    word.compareExchange(expected: Self.busy, desired: Self.idle, ordering: .releasing).exchanged
  }

  /// Delivers what waits until nothing does, and opens the gate; or until the budget for others is used up, and makes
  /// the gate vacant.
  ///
  /// - Returns: `false` if it is vacant. Then the caller has to send for somebody who takes over.
  @inlinable
  package func drain(
    within time: Duration = .threadBudget, atMost limit: Int = itemsForOthers, _ deliver: (Item) -> Void
  ) -> Bool {
    let thread = currentThread
    var budget = Budget(ThreadClock(), limit: limit, time: time)
    var next = rest.load(ordering: .relaxed)
    if next != 0 { rest.store(0, ordering: .relaxed) }
    var emptied = NodePool<Item>.Collected()
    defer { NodePool<Item>.free(emptied.first) }
    repeat {
      while let waiting = Self.node(at: next) {
        let sender = waiting.pointee.thread
        if sender != thread, limit != .max, !budget.take(timed: sender != 0) {
          rest.store(next, ordering: .relaxed)
          spares.offer(&emptied)
          word.bitwiseOr(Self.vacant, ordering: .releasing)
          return false
        }
        let taken = waiting.move()
        // The thread's own go back to the allocator, which is the cheaper way where no other thread is in it.
        if sender == thread { waiting.deallocate() } else { emptied.add(waiting) }
        if taken.spares != 0 { emptied.add(chain: taken.spares) }
        next = taken.next
        deliver(taken.item)
      }
      spares.offer(&emptied)
      if leaveIfNothingWaits() { return true }
      next = oldestFirst(word.exchange(Self.busy, ordering: .acquiring))
    } while true
  }

  /// Turns a list round.
  @inlinable
  func oldestFirst(_ newest: UInt) -> UInt {
    var (next, turned) = (newest, UInt(0))
    var crowd = BacklogHint<Item>()
    while let waiting = Self.node(at: next) {
      crowd.note()
      next = waiting.pointee.next
      waiting.pointee.next = turned
      turned = UInt(bitPattern: waiting)
    }
    return turned
  }
}
