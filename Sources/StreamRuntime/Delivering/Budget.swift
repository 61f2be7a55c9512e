/// How much one thread, or one hop, delivers for others before it hands on what is left.
///
/// Without it a `send` would return when the others stop sending, and a main actor that is sent to faster than it
/// delivers would never get to anything else.
@usableFromInline
package struct Budget<Time: Clock>: Sendable where Time.Duration == Duration {
  @usableFromInline let clock: Time
  @usableFromInline let time: Duration
  @usableFromInline let limit: Int
  @usableFromInline package private(set) var taken = 0
  @usableFromInline var deadline: Time.Instant?

  /// A budget of ``itemsForOthers`` items, or of another limit, and of a time.
  @usableFromInline
  package init(_ clock: Time, limit: Int = itemsForOthers, time: Duration) {
    self.clock = clock
    self.time = time
    self.limit = limit
  }

  /// Whether there is room for one more item.
  ///
  /// The clock is read at the 1st, 2nd, 4th, 8th item and so on, which costs little: so at most twice as many items are
  /// taken as fit into the time. It is not read for items that are not `timed`.
  @inlinable
  package mutating func take(timed: Bool = true) -> Bool {
    guard taken < limit else { return false }
    taken &+= 1
    return taken & (taken &- 1) != 0 || !timed || isInTime()
  }

  /// Not inlined: it is asked for seldom.
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

/// How many items a thread or a hop delivers for others at most.
@usableFromInline package var itemsForOthers: Int { 256 }

extension Duration {
  /// How long a thread delivers for others. Long enough that a machine that is merely busy does not make it hand over.
  @usableFromInline package static var threadBudget: Duration {
    Duration(secondsComponent: 0, attosecondsComponent: 32_000_000_000_000_000)
  }

  /// How long a hop goes on: half of what a frame takes on a fast screen.
  @usableFromInline package static var hopBudget: Duration {
    Duration(secondsComponent: 0, attosecondsComponent: 4_000_000_000_000_000)
  }
}
