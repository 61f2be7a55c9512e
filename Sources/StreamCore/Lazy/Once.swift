public import StreamPrimitives

/// The once-cell of a lazy stream: decides who computes a value, and makes the others wait for it.
///
/// The value itself lies beside it, in the object that both belong to:
///
/// ```swift
/// if once.begin() {
///   value = compute()
///   once.finish()
/// }
/// print(value)
/// ```
///
/// No lock is held while the value is computed; a thread that asks for it meanwhile sleeps until it is there. A
/// computation that asks for its own value can never have it, and traps. Asking again costs one atomic load.
@usableFromInline
struct Once: ~Copyable, Sendable {
  /// `pending`, `done`, or the thread that is computing, with `awaited` added once somebody waits for it.
  @usableFromInline let state = Atomic<UInt>(0)

  @usableFromInline static var pending: UInt { 0 }
  @usableFromInline static var done: UInt { 1 }
  @usableFromInline static var awaited: UInt { 2 }

  @inlinable
  init() {}

  /// Whether the caller has to compute the value, and then calls ``finish()``. Otherwise it is there.
  @inlinable
  func begin() -> Bool {
    state.load(ordering: .acquiring) == Once.done ? false : claim()
  }

  /// Says that the value is there.
  @inlinable
  func finish() {
    if state.exchange(Once.done, ordering: .acquiringAndReleasing) & Once.awaited != 0 { Once.wakeAll() }
  }

  @usableFromInline
  func claim() -> Bool {
    let me = currentThread
    let (claimed, found) = state.compareExchange(expected: Once.pending, desired: me, ordering: .acquiring)
    if claimed { return true }
    if found & ~Once.awaited == me {
      fatalError("An element of a lazy stream was asked for by the very closure that computes it.")
    }
    Once.parking.withLock {
      while true {
        let seen = state.load(ordering: .acquiring)
        if seen == Once.done { return }
        let isAnnounced = seen & Once.awaited != 0
        if isAnnounced
          || state.compareExchange(expected: seen, desired: seen | Once.awaited, ordering: .relaxed).exchanged
        {
          Once.parking.wait()
        }
      }
    }
    return false
  }

  /// Who waits has marked the cell under the lock, so taking the lock here means that it sleeps by now.
  @usableFromInline
  static func wakeAll() {
    parking.withLock { parking.announce() }
  }

  /// Where everybody sleeps who waits for any cell: it happens too rarely for each cell to have a place of its own.
  private static let parking = Condition()
}
