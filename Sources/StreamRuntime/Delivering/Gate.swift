public import StreamPrimitives
public import StreamTracing

/// Records that an item or job was queued because the gate was not idle.
@usableFromInline
func recordQueued() { TraceNode.recordHere(.waits) }

/// A lock-free queue that is drained by one thread at a time: it serializes senders without blocking them.
///
/// The thread that finds the gate idle enters and delivers its item. A thread that finds the gate busy, or a reentrant
/// call, enqueues its item and returns. The draining thread delivers the queued items, in order, before it leaves, or
/// hands the rest to a continuation. So deliveries never overlap and never recurse, no lock is held during a delivery,
/// and no item is lost if scheduled actions run.
///
/// A sender makes these calls in order, until one returns `true`:
///
/// 1. `enqueue(item)`. After `false` the sender has entered, and delivers the item.
/// 2. `leaveIfEmpty()`. After `false` items are queued.
/// 3. `drain`. After `false` the gate is vacant, and the sender schedules a continuation. The continuation calls
///    `takeOver()` and, if that takes over, `drain` again.
///
/// An idle gate costs one compare-exchange to enter and one to leave. A caller may try `enter` first, and make an item
/// only if the gate is not idle.
///
/// ``Gated`` makes these calls. There, the next sender takes over a vacant gate, except in a ``Mailbox``: its senders
/// may be outside of the actor. By default, a drain delivers a bounded number of items for other threads. The queue has
/// no bound, because blocking a sender would risk the deadlock that the gate prevents. A subject can drop the values
/// beyond a limit.
///
/// States, as values of `state`:
/// - *idle*: no thread is draining, and the queue is empty. `enter` and `enqueue` lead to *busy*; the caller drains, or
///   schedules an action that drains.
/// - *busy*: one thread is draining, or will in a scheduled action. `state` is the flag `busy` or, if items were queued
///   meanwhile, the address of the newest one. The newest is first in the list, and is delivered last. Senders only add
///   items. Only the draining thread takes the list or marks the gate vacant. It leaves only if the queue is empty.
/// - *vacant*: items are queued, no thread is draining, and a continuation is scheduled or is about to be. `state` is
///   as in *busy*, with the additional flag `vacant`. Senders still add items. The thread that clears the flag drains.
///   No thread can enter, so no item overtakes the queued ones.
///
/// A draining thread stops with a releasing update of `state`, and the next one starts with an acquiring update. All
/// updates in between are read-modify-writes, so the start synchronises with the stop (a release sequence). So data
/// that only the draining thread touches needs no other protection.
@usableFromInline
package struct Gate<Item: Sendable>: ~Copyable, Sendable {
  @usableFromInline
  enum Entry {
    case item(Item)
    case job(@Sendable () -> Void)
  }

  /// A queued item or job. The list in `state` begins with the newest one, the list in `rest` with the oldest.
  @usableFromInline
  struct Node {
    @usableFromInline let entry: Entry
    @usableFromInline var next: UInt

    /// The thread that counts as the sender; 0 if the item always uses the budget.
    @usableFromInline let thread: UInt

    @inlinable init(_ entry: Entry, next: UInt, thread: UInt) {
      self.entry = entry
      self.next = next
      self.thread = thread
    }
  }

  /// One of the states above.
  ///
  /// Nodes are aligned, so the two low bits of their addresses are free for the flags. Threads add single nodes, and
  /// the draining thread takes the whole list. So a node at a reused address does no harm (there is no ABA problem).
  @usableFromInline let state = Atomic<UInt>(0)

  /// The items that a stopped drain has taken and not delivered: the address of the oldest one, or 0.
  ///
  /// They are older than the items in `state`. During a delivery the address is 0.
  ///
  /// Guarded by: the gate (only the draining thread touches it). It is atomic only because gates are stored in a `let`.
  @usableFromInline let rest = Atomic<UInt>(0)
  @usableFromInline let access = AccessCheck()

  @inlinable @inline(__always) static var idle: UInt { 0 }
  @inlinable @inline(__always) static var busy: UInt { 1 }
  @inlinable @inline(__always) static var vacant: UInt { 2 }

  /// An idle gate.
  @inlinable
  package init() {}

  /// Releases items that were queued and not delivered, for example because an actor never ran the continuation.
  @inlinable
  deinit {
    let (first, newest) = withLastReference { (rest.load(ordering: .relaxed), state.load(ordering: .acquiring)) }
    release(first)
    release(newest)
  }

  @usableFromInline
  func release(_ first: UInt) {
    var next = first
    while let waiting = Self.node(at: next) {
      next = waiting.move().next
      waiting.deallocate()
    }
  }

  /// The node whose address a word contains, if it contains one.
  @inlinable
  static func node(at word: UInt) -> UnsafeMutablePointer<Node>? {
    UnsafeMutablePointer(bitPattern: word & ~(busy | vacant))
  }

  // MARK: Entering

  /// Makes the caller the draining thread of an idle gate; `false` if the gate is busy or vacant.
  @inlinable
  @inline(__always)
  package func enter() -> Bool {
    state.compareExchange(expected: Self.idle, desired: Self.busy, ordering: .acquiring).exchanged
  }

  /// Enqueues an item for the draining thread, or enters an idle gate.
  ///
  /// - Returns: `false` if the gate was idle. Then the caller has entered, and delivers the item before it leaves.
  @inlinable
  package func enqueue(_ item: Item) -> Bool { enqueue(item, from: currentThread) }

  /// Enqueues an item that counts as sent by `thread`, or enters an idle gate.
  ///
  /// Items that the draining thread has sent do not use its budget. So the items of its handlers are delivered before
  /// its outermost `send` returns, unless other threads' items in front of them use up the budget.
  ///
  /// Pass 0 for an item that always uses the budget, such as an action that an actor schedules on itself. For such an
  /// item, the clock is not read (see ``Budget/take(timed:)``).
  @inlinable
  package func enqueue(_ item: Item, from thread: UInt) -> Bool { enqueue(.item(item), from: thread) }

  /// Enqueues a closure that the draining thread calls in its turn, or enters an idle gate.
  @inlinable
  package func enqueue(job: @escaping @Sendable () -> Void) -> Bool { enqueue(.job(job), from: currentThread) }

  @inlinable
  func enqueue(_ entry: Entry, from thread: UInt) -> Bool {
    var seen = state.load(ordering: .relaxed)
    var mine: UnsafeMutablePointer<Node>?
    while true {
      if seen == Self.idle {
        let (entered, found) = state.weakCompareExchange(expected: seen, desired: Self.busy, ordering: .acquiring)
        seen = found
        guard entered else { continue }
        mine?.deallocate()
        return false
      }
      let node = mine ?? .allocate(capacity: 1)
      mine = node
      node.initialize(to: Node(entry, next: seen & ~(Self.busy | Self.vacant), thread: thread))
      let (left, found) = state.weakCompareExchange(
        expected: seen, desired: UInt(bitPattern: node) | seen & Self.vacant, ordering: .releasing)
      if left {
        if Trace.isOn { recordQueued() }
        return true
      }
      node.deinitialize(count: 1)
      seen = found
    }
  }

  /// Whether the gate is idle. Another thread may enter right after the answer.
  @inlinable
  package var isIdle: Bool { state.load(ordering: .acquiring) == Self.idle }

  /// Makes the caller the draining thread of a vacant gate; `false` if the gate is not vacant.
  ///
  /// After `true` the caller has to call `drain`.
  @inlinable
  package func takeOver() -> Bool {
    guard state.load(ordering: .relaxed) & Self.vacant != 0 else { return false }
    return state.bitwiseAnd(~Self.vacant, ordering: .acquiring).oldValue & Self.vacant != 0
  }

  // MARK: Leaving

  /// Leaves if the queue is empty. Otherwise the caller has to call `drain`.
  ///
  /// It is separate from `drain`, so that a sender makes the closure for `drain` only if items are queued.
  @inlinable
  @inline(__always)
  package func leaveIfEmpty() -> Bool {
    state.compareExchange(expected: Self.busy, desired: Self.idle, ordering: .releasing).exchanged
  }

  /// Delivers queued items until the queue is empty, and then leaves.
  ///
  /// If an item exceeds the budget for other threads, the drain stops and the gate is vacant. With a limit of
  /// `Int.max`, neither the number of items nor the time is limited.
  ///
  /// - Returns: `false` if it has stopped. Then the caller schedules a continuation that takes over.
  @inlinable
  package func drain(
    within time: Duration = .threadBudget, atMost limit: Int = itemsForOthers, _ deliver: (Item) -> Void
  ) -> Bool {
    access.writes()
    let thread = currentThread
    var budget = Budget(ThreadClock(), limit: limit, time: time)
    var next = rest.load(ordering: .relaxed)
    if next != 0 { rest.store(0, ordering: .relaxed) }
    repeat {
      while let waiting = Self.node(at: next) {
        let sender = waiting.pointee.thread
        if sender != thread, limit != .max, !budget.take(timed: sender != 0) {
          rest.store(next, ordering: .relaxed)
          state.bitwiseOr(Self.vacant, ordering: .releasing)
          return false
        }
        let taken = waiting.move()
        waiting.deallocate()
        next = taken.next
        switch taken.entry {
        case .item(let item): deliver(item)
        case .job(let job): job()
        }
      }
      if leaveIfEmpty() { return true }
      next = oldestFirst(state.exchange(Self.busy, ordering: .acquiring))
    } while true
  }

  /// Reverses a list of queued items, and counts them for the hint of debug builds.
  @inlinable
  func oldestFirst(_ newest: UInt) -> UInt {
    var (next, turned) = (newest, UInt(0))
    var backlog = ItemCount()
    while let waiting = Self.node(at: next) {
      backlog.add(
        hint: """
          Ten thousand events (\(Item.self)) are queued: observers receive slower than senders send. Bound the queue \
          with Subject(limit: 100) or deliver(on:buffering:).
          """)
      next = waiting.pointee.next
      waiting.pointee.next = turned
      turned = UInt(bitPattern: waiting)
    }
    return turned
  }
}
