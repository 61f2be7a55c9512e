/// Says, in a debug build, that what is delivered seems to be sent for ever by those to whom it is delivered.
///
/// It does not trap, since that may be meant: an observer that sends the next until somebody disposes it.
@usableFromInline
struct FeedbackHint {
  #if DEBUG
    @usableFromInline var count = 0
  #endif

  @inlinable init() {}

  /// Counts an item. Items of other threads cannot reach the number, since their budget ends before.
  @inlinable
  mutating func note(_ receiver: some Gated) {
    #if DEBUG
      count += 1
      if count == 10_001 { say(receiver.name) }
    #endif
  }

  #if DEBUG
    @usableFromInline
    func say(_ name: String) {
      Hints.say("\(name) has been sent to ten thousand times by its own observers in one send: a ring?")
    }
  #endif
}
