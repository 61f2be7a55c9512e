/// The hint of debug builds that ten thousand items are queued at a gate.
@usableFromInline
struct BacklogHint<Item> {
  #if DEBUG
    @usableFromInline var count = 0
  #endif

  @inlinable init() {}

  /// Counts a queued item.
  @inlinable
  mutating func add() {
    #if DEBUG
      count += 1
      if count == 10_000 { give() }
    #endif
  }

  #if DEBUG
    @usableFromInline
    func give() {
      Hints.say(
        """
        Ten thousand events (\(Item.self)) are queued while one is delivered: observers receive slower than senders \
        send. Bound the queue with Subject(limit: 100) or deliver(on:buffering:).
        """)
    }
  #endif
}
