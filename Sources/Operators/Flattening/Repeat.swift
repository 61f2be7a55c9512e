public import StreamCore

extension StreamProtocol {
  /// The stream again and again: when it has completed it is subscribed to anew.
  ///
  ///     source    1-2-|
  ///     repeat()  1-2-1-2-1-2-
  ///
  /// Never completes; a failure ends it. Each round is torn down before the next begins. The first begins where it is
  /// subscribed to, each later one where the one before has completed, at once and without growing the stack. (RAC
  /// moves them to a scheduler.) Keeps the source, which it has to come back to: a subject that nobody else holds lives
  /// until this is disposed. Delivers where the rounds deliver.
  public func `repeat`() -> Signal<Value, Failure> { repeated(nil) }

  /// The stream so many times, one after the other.
  ///
  ///     source     1-2-|
  ///     repeat(2)  1-2-1-2-|
  ///
  /// `repeat(1)` is the stream itself, `repeat(0)` is empty and subscribes to nothing. Completes after the last round.
  /// All else is as in ``repeat()``; a negative count traps.
  public func `repeat`(_ count: Int) -> Signal<Value, Failure> {
    precondition(count >= 0, "A stream cannot be repeated \(count) times.")
    return repeated(count)
  }

  private func repeated(_ count: Int?) -> Signal<Value, Failure> {
    let source = signal
    return Signal(attaching: { sink, subscription in
      var left = count
      Relay.run(sink, subscription) { lastEnd in
        if let lastEnd, case .failed = lastEnd { return .end(lastEnd) }
        if left == 0 { return .end(.completed) }
        left = left.map { $0 - 1 }
        return .attach(source)
      }
    })
  }
}
