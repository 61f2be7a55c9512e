public import StreamPrimitives

/// The events of one stream on their way from who sends to who takes, one thread each at a time, without a lock.
///
/// One number decides everything: how many values wait, and three flags. Who puts a value in adds one, and has somebody
/// called who takes if the number was zero. Who takes drains the queue until the number is zero again, and subtracts
/// what was taken for many values at once. So a value costs one atomic operation, whether others wait or not. The
/// values stand in a chain of ``Block``s that grow with what waits.
@usableFromInline
package final class HandoffQueue<Value: Sendable, Failure: Error>: Disposing {
  /// The flags and the unit of the number.
  @usableFromInline package static var endedFlag: Int { 1 }
  @usableFromInline package static var disposedFlag: Int { 2 }
  @usableFromInline package static var takingFlag: Int { 4 }
  @usableFromInline package static var unit: Int { 8 }

  /// Room for some values; those before it have been taken.
  @usableFromInline
  final class Block {
    @usableFromInline let start: UnsafeMutablePointer<Value>
    @usableFromInline let capacity: Int
    @usableFromInline var next: Block?

    @usableFromInline
    init(_ capacity: Int) {
      start = .allocate(capacity: capacity)
      self.capacity = capacity
    }

    deinit { start.deallocate() }

    @usableFromInline var end: UnsafeMutablePointer<Value> { start + capacity }
  }

  /// Where one of the two stands: the next place, and the end of its block.
  @usableFromInline
  struct Place {
    @usableFromInline var block: Block
    @usableFromInline var next: UnsafeMutablePointer<Value>
    @usableFromInline var end: UnsafeMutablePointer<Value>

    @usableFromInline
    init(_ block: Block) {
      self.block = block
      next = block.start
      end = block.end
    }
  }

  @usableFromInline let state = Atomic(0)

  /// Guard: who sends; the events of a stream do not overlap.
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var last: Place

  /// How the stream ended. Guard: written by who sends, before the flag that says so; then it belongs to who takes.
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var end: Completion<Failure>?

  /// Guard of `first`, `taken` and `known`: who drains.
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var first: Place

  /// How many of the values that the number counts were taken in this drain.
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var taken = 0

  /// How many the number was last seen to count.
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var known = 0
  @usableFromInline let drain = AccessCheck()

  @usableFromInline
  package init() {
    let block = Block(2)
    last = Place(block)
    first = Place(block)
  }

  deinit { withLastReference { free() } }

  // MARK: Who sends

  /// Puts a value last.
  ///
  /// - Returns: whether somebody has to be called who takes.
  @inlinable
  package func append(_ value: Value) -> Bool {
    if last.next == last.end { makeRoom() }
    last.next.initialize(to: value)
    last.next += 1
    let before = state.add(Self.unit, ordering: .acquiringAndReleasing).oldValue
    return before < Self.unit && isWanted(before)
  }

  /// Puts the end behind all values.
  ///
  /// - Returns: whether somebody has to be called who takes.
  @usableFromInline
  package func append(_ completion: Completion<Failure>) -> Bool {
    end = completion
    let before = state.bitwiseOr(Self.endedFlag, ordering: .acquiringAndReleasing).oldValue
    return before < Self.unit && isWanted(before)
  }

  /// Whether anybody will take what was put into an empty queue; after a disposal it is let go of here.
  @inlinable
  func isWanted(_ before: Int) -> Bool {
    guard before & Self.disposedFlag != 0 else { return true }
    free()
    return false
  }

  /// A full block begins anew when nothing waits, since then nobody drains; else there is another.
  @usableFromInline
  func makeRoom() {
    if state.load(ordering: .acquiring) < Self.unit {
      drain.writes()
      last = Place(last.block)
      first = last
    } else {
      let block = Block(min(last.block.capacity * 2, 128))
      last.block.next = block
      last = Place(block)
    }
  }

  // MARK: Who takes

  /// Begins a drain.
  ///
  /// - Returns: `false` if a disposal came before.
  @inlinable
  package func begin() -> Bool {
    state.bitwiseOr(Self.takingFlag, ordering: .acquiringAndReleasing).oldValue & Self.disposedFlag == 0
  }

  /// Takes the next event; with nothing the drain is over, and after the end too.
  @inlinable
  package func next() -> Event<Value, Failure>? {
    taken < known ? .next(take()) : look()
  }

  /// The first value, which is there.
  @inlinable
  func take() -> Value {
    drain.writes()
    if first.next == first.end, let block = first.block.next { first = Place(block) }
    taken += 1
    defer { first.next += 1 }
    return first.next.move()
  }

  /// Asks the number for more. The drain is over if there is nothing, and then nothing may be touched any more.
  @inlinable
  @inline(never)
  func look() -> Event<Value, Failure>? {
    while true {
      let now = state.load(ordering: .acquiring)
      drain.writes()
      known = now / Self.unit
      if taken < known { return .next(take()) }
      if now & Self.endedFlag != 0 { return end.take().map { Event($0) } }
      if hasLeft(at: now) { return nil }
    }
  }

  /// Ends the drain if the number is still this one.
  @usableFromInline
  func hasLeft(at now: Int) -> Bool {
    // The next drain counts anew, and may begin at once.
    let count = taken
    (known, taken) = (0, 0)
    let left = now & (Self.endedFlag | Self.disposedFlag)
    if state.compareExchange(expected: now, desired: left, ordering: .acquiringAndReleasing).exchanged { return true }
    taken = count
    return false
  }

  /// Ends the drain, though there may be more.
  ///
  /// - Returns: whether somebody has to be called who goes on.
  @usableFromInline
  package func pause() -> Bool {
    drain.writes()
    let difference = taken * Self.unit + Self.takingFlag
    (known, taken) = (0, 0)
    let now = state.subtract(difference, ordering: .acquiringAndReleasing).newValue
    guard now & Self.disposedFlag != 0 else { return now != 0 }
    // Into an empty queue another may be putting something already, to let go of it.
    if now != Self.disposedFlag { free() }
    return false
  }

  // MARK: Disposing

  @usableFromInline package var isDisposed: Bool { state.load(ordering: .relaxed) & Self.disposedFlag != 0 }

  /// Lets go of what waits, or leaves that to who drains.
  @usableFromInline
  package func dispose() {
    let before = state.bitwiseOr(Self.disposedFlag, ordering: .acquiringAndReleasing).oldValue
    if before & (Self.disposedFlag | Self.takingFlag) == 0, before != 0 { free() }
  }

  /// Lets go of what waits, in a drain, which is over then.
  @usableFromInline
  package func discard() {
    state.bitwiseOr(Self.disposedFlag, ordering: .acquiringAndReleasing)
    free()
  }

  /// Lets go of all values and of the end. Whoever calls it is the only one who takes.
  @usableFromInline
  func free() {
    var now: Int
    repeat {
      now = state.load(ordering: .acquiring)
      drain.writes()
      while taken < now / Self.unit { _ = take() }
      if now & Self.endedFlag != 0 { end = nil }
    } while !hasLeft(at: now)
  }
}
