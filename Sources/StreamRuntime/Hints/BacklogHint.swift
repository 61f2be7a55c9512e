/// Says, in a debug build, that many items wait at a gate: what is sent comes faster than observers take it, and
/// nothing bounds that.
@usableFromInline
struct BacklogHint<Item> {
  #if DEBUG
    @usableFromInline var count = 0
  #endif

  @inlinable init() {}

  /// One more item waits.
  @inlinable
  mutating func note() {
    #if DEBUG
      count += 1
      if count == 10_000 { say() }
    #endif
  }

  #if DEBUG
    @usableFromInline
    func say() {
      Hints.say(
        """
        Ten thousand events wait while one is delivered (\(Item.self)): observers take them slower than they are \
        sent. A limit bounds that: Subject(limit: 100), deliver(on:buffering:).
        """)
    }
  #endif
}
