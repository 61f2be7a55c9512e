public import StreamCore

extension StreamProtocol {
  /// Repeats the stream without a limit: each time it completes, it is subscribed to again.
  ///
  ///     source    1-2-|
  ///     repeat()  1-2-1-2-1-2-
  ///
  /// Never completes; a failure passes. Each round is torn down before the next begins. The first round begins where
  /// the subscriber subscribes. Each later one begins immediately where the previous one has completed, without growing
  /// the stack. (RAC moves them to a scheduler.) Retains the source, to subscribe to it again: a subject without
  /// another owner lives until the subscription is disposed. Delivers where the rounds deliver.
  public func `repeat`() -> Signal<Value, Failure> { `repeat`(.immediate(), on: .immediate) }

  /// Repeats the stream `count` times.
  ///
  ///     source     1-2-|
  ///     repeat(2)  1-2-1-2-|
  ///
  /// `repeat(1)` is the stream itself, `repeat(0)` is empty and subscribes to nothing. Completes after the last round.
  /// All else is as in ``repeat()``; a negative count traps.
  public func `repeat`(_ count: Int) -> Signal<Value, Failure> {
    if count < 0 { fatalError("`repeat(_:)` needs a count of 0 or more, got \(count).") }
    return count == 0 ? .empty : `repeat`(.immediate(limit: count - 1), on: .immediate)
  }
}
