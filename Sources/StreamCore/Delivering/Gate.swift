public import Synchronization

/// Admits one sender at a time, without making the others wait.
///
/// Whoever finds the gate idle delivers; whoever finds it busy, on another thread or re-entrantly on the same one,
/// leaves the item and goes; the deliverer hands on what was left, in order, before it leaves. So deliveries never
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
/// What is waiting is bounded by what senders leave during one delivery; it is not limited, since a sender cannot be made to wait
/// without risking the deadlock that the gate is there to prevent.
@frozen
public struct Gate<Item: Sendable>: ~Copyable, Sendable {
  /// One waiting item. The newest is first; the deliverer turns the list round.
  @usableFromInline
  struct Waiting {
    @usableFromInline let item: Item
    @usableFromInline let older: UInt

    @inlinable init(item: Item, older: UInt) {
      self.item = item
      self.older = older
    }
  }

  /// `idle`, `busy`, or the address of the newest waiting item of a busy gate.
  @usableFromInline let word = Atomic<UInt>(0)

  @usableFromInline static var idle: UInt { 0 }
  @usableFromInline static var busy: UInt { 1 }

  /// An idle gate.
  @inlinable
  public init() {}

  /// Whoever was delivering never left (its actor is gone, say); what waits is released undelivered.
  deinit { release() }

  private func release() {
    var newest = word.load(ordering: .acquiring)
    while newest != Self.idle, newest != Self.busy, let waiting = UnsafeMutablePointer<Waiting>(bitPattern: newest) {
      newest = waiting.move().older
      waiting.deallocate()
    }
  }

  /// Makes the caller the deliverer, if there is none.
  @inlinable
  public func enter() -> Bool {
    word.compareExchange(expected: Self.idle, desired: Self.busy, ordering: .acquiring).exchanged
  }

  /// Delivers what was left meanwhile, and then opens the gate.
  @inlinable
  public func leave(_ deliver: (Item) -> Void) {
    if !leaveIfNothingWaits() { drain(deliver) }
  }

  /// Opens the gate if nothing was left meanwhile; otherwise what was has to be delivered with `drain`.
  ///
  /// For senders on the path of every event: a closure that they name only where something waits costs them nothing elsewhere.
  @inlinable
  func leaveIfNothingWaits() -> Bool {
    word.compareExchange(expected: Self.busy, desired: Self.idle, ordering: .releasing).exchanged
  }

  /// Delivers an item now, or leaves it for the one who is delivering.
  @inlinable
  public func admit(_ item: Item, _ deliver: (Item) -> Void) {
    guard !post(item) else { return }
    deliver(item)
    leave(deliver)
  }

  /// Leaves an item with the deliverer.
  ///
  /// - Returns: `false` if there is none; then the caller has entered, and has the item to deliver before it leaves.
  @inlinable
  public func post(_ item: Item) -> Bool {
    var seen = word.load(ordering: .relaxed)
    var waiting: UnsafeMutablePointer<Waiting>?
    while true {
      if seen == Self.idle {
        let (entered, found) = word.weakCompareExchange(expected: seen, desired: Self.busy, ordering: .acquiring)
        seen = found
        guard entered else { continue }
        waiting?.deallocate()
        return false
      }
      let place = waiting ?? .allocate(capacity: 1)
      waiting = place
      place.initialize(to: Waiting(item: item, older: seen == Self.busy ? 0 : seen))
      let (left, found) = word.weakCompareExchange(
        expected: seen, desired: UInt(bitPattern: place), ordering: .releasing)
      if left { return true }
      place.deinitialize(count: 1)
      seen = found
    }
  }

  /// Only the deliverer is here, so the list it takes is its own.
  @inlinable
  func drain(_ deliver: (Item) -> Void) {
    repeat {
      var items: [Item] = []
      var newest = word.exchange(Self.busy, ordering: .acquiring)
      while let waiting = UnsafeMutablePointer<Waiting>(bitPattern: newest) {
        let taken = waiting.move()
        waiting.deallocate()
        items.append(taken.item)
        newest = taken.older
      }
      for item in items.reversed() { deliver(item) }
    } while !word.compareExchange(expected: Self.busy, desired: Self.idle, ordering: .releasing).exchanged
  }
}
