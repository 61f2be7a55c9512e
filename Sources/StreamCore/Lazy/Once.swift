public import StreamPrimitives

/// A once-cell: one thread computes a value, and other threads that need it wait.
///
/// The value itself is stored beside the cell, in the same object:
///
/// ```swift
/// if once.begin() {
///   value = compute()
///   once.finish()
/// }
/// print(value)
/// ```
///
/// No lock is held while the value is computed. Threads that need the value meanwhile are blocked until it is computed.
/// A computation that needs its own value traps. Once the value is computed, `begin` costs one atomic load.
@usableFromInline
struct Once: ~Copyable, Sendable {
  /// `pending`, `done`, or the number of the computing thread, with the bit `awaited` if other threads wait.
  @usableFromInline let state = Atomic<UInt>(0)

  @usableFromInline static var pending: UInt { 0 }
  @usableFromInline static var done: UInt { 1 }
  @usableFromInline static var awaited: UInt { 2 }

  @inlinable
  init() {}

  /// Returns `true` if the caller must compute the value and then call ``finish()``; `false` once it is computed.
  @inlinable
  func begin() -> Bool {
    state.load(ordering: .acquiring) == Once.done ? false : claim()
  }

  /// Marks the value as computed, and wakes the waiting threads.
  ///
  /// Every call of ``begin()`` that returns `false` synchronises with this one, so its caller can read the value.
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
      fatalError(
        "The closure that computes an element of a LazyStream reads that element. It may read earlier elements only.")
    }
    Once.parking.withLock {
      while true {
        let seen = state.load(ordering: .acquiring)
        if seen == Once.done { return }
        let isMarked = seen & Once.awaited != 0
        if isMarked
          || state.compareExchange(expected: seen, desired: seen | Once.awaited, ordering: .relaxed).exchanged
        {
          Once.parking.wait()
        }
      }
    }
    return false
  }

  /// Wakes all waiting threads.
  ///
  /// A thread that is about to wait marks the cell under the lock. So once this thread has the lock, that one waits.
  @usableFromInline
  static func wakeAll() {
    parking.withLock { parking.broadcast() }
  }

  /// The condition on which threads wait for any cell. Waiting is too rare for a condition in each cell.
  private static let parking = Condition()
}
