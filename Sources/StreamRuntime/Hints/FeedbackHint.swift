/// The hint of debug builds that observers seem to send to their own source forever.
///
/// It does not trap, because a program may mean it: an observer that sends the next value until it is disposed.
@usableFromInline
struct FeedbackHint {
  #if DEBUG
    @usableFromInline var count = 0
  #endif

  @inlinable init() {}

  /// Counts an item. Items of other threads cannot reach the number, because their budget is smaller.
  @inlinable
  mutating func add(_ receiver: some Gated) {
    #if DEBUG
      count += 1
      if count == 10_001 { give(receiver.name) }
    #endif
  }

  #if DEBUG
    @usableFromInline
    func give(_ name: String) {
      Hints.say(
        """
        \(name) has been sent to ten thousand times by its own observers in one send. If that is a cycle, stop it with \
        distinctUntilChanged() or take(_:).
        """)
    }
  #endif
}
