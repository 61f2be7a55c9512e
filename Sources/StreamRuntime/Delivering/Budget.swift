/// Bounds how many items one thread or hop delivers for other threads, and for how long.
///
/// Without it, a `send` would return only when the other threads stop sending. A main actor whose events arrive faster
/// than it delivers them would never run other work.
@usableFromInline
package struct Budget<Time: Clock>: Sendable where Time.Duration == Duration {
  @usableFromInline let clock: Time
  @usableFromInline let time: Duration
  @usableFromInline let limit: Int
  @usableFromInline package private(set) var taken = 0

  /// The end of the time, which begins when the clock is first read; `nil` until then.
  @usableFromInline var deadline: Time.Instant?

  /// A budget of at most `limit` items, and of a time.
  @usableFromInline
  package init(_ clock: Time, limit: Int = itemsForOthers, time: Duration) {
    self.clock = clock
    self.time = time
    self.limit = limit
  }

  /// Takes one item from the budget, and returns `false` if the budget is used up.
  ///
  /// The clock is read only at the 1st, 2nd, 4th, 8th item and so on, because reading it is expensive. So at most twice
  /// as many items are taken as fit into the time. The clock is not read if that item is not `timed`. Then only the
  /// number bounds the items up to the next reading, timed ones too.
  @inlinable
  package mutating func take(timed: Bool = true) -> Bool {
    guard taken < limit else { return false }
    taken &+= 1
    return taken & (taken &- 1) != 0 || !timed || isInTime()
  }

  /// Not inlined, because it is rare.
  @inlinable
  @inline(never)
  mutating func isInTime() -> Bool {
    let now = clock.now
    guard let deadline else {
      deadline = now.advanced(by: time)
      return true
    }
    return now < deadline
  }
}

/// The greatest number of items that a thread or a hop delivers for other threads.
@usableFromInline package var itemsForOthers: Int { 256 }

extension Duration {
  /// The time for which a thread delivers for other threads.
  ///
  /// On a busy machine, a shorter time would end most drains early.
  @usableFromInline package static var threadBudget: Duration {
    Duration(secondsComponent: 0, attosecondsComponent: 32_000_000_000_000_000)
  }

  /// The time of a hop: half of a frame on a fast screen.
  @usableFromInline package static var hopBudget: Duration {
    Duration(secondsComponent: 0, attosecondsComponent: 4_000_000_000_000_000)
  }
}
