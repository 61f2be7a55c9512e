public import StreamCore

extension StreamProtocol {
  /// Subscribes anew each time the stream fails, for ever.
  ///
  ///     source   1-2-#
  ///     retry()  1-2-1-2-1-2-
  ///
  /// Cannot fail; completes with the first run that does. Each run is torn down before the next begins. The first
  /// begins where it is subscribed to, each later one where the one before has failed, at once and without growing the
  /// stack. (RAC moves them to a scheduler.) Keeps the source, which it has to come back to: a subject that nobody else
  /// holds lives until this is disposed. Delivers where the runs deliver. A stream that fails at once keeps the thread
  /// busy: ``retry(_:on:)`` leaves time between the runs.
  public func retry() -> Signal<Value, Never> { retry(.immediate(), on: .immediate).ignoreFailure() }

  /// Subscribes anew when the stream fails, up to `count` more times.
  ///
  ///     source    1-2-#
  ///     retry(1)  1-2-1-2-#
  ///
  /// So `retry(2)` makes three runs at most, as in RAC; but `retry(0)` never retries. The last failure passes. All else
  /// is as in ``retry()``; a negative count traps.
  public func retry(_ count: Int) -> Signal<Value, Failure> {
    precondition(count >= 0, "A stream cannot be retried \(count) times.")
    return retry(.immediate(limit: count), on: .immediate)
  }
}
