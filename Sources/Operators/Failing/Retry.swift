public import StreamCore

extension StreamProtocol {
  /// Subscribes again each time the stream fails, without a limit.
  ///
  ///     source   1-2-#
  ///     retry()  1-2-1-2-1-2-
  ///
  /// Cannot fail; completes with the first run that completes. Each run is torn down before the next begins. The first
  /// run begins where the subscriber subscribes. Each later one begins immediately where the previous one has failed,
  /// without growing the stack. (RAC moves them to a scheduler.)
  ///
  /// Retains the source, to subscribe to it again: a subject without another owner lives until the subscription is
  /// disposed. Delivers where the runs deliver. A stream that fails synchronously keeps the thread busy:
  /// ``retry(_:on:)`` waits between the runs.
  public func retry() -> Signal<Value, Never> { retry(.immediate(), on: .immediate).ignoreFailure() }

  /// Subscribes again when the stream fails, up to `count` times.
  ///
  ///     source    1-2-#
  ///     retry(1)  1-2-1-2-#
  ///
  /// `retry(2)` makes at most three runs, as in RAC, but `retry(0)` never retries. The last failure passes. All else is
  /// as in ``retry()``; a negative count traps.
  public func retry(_ count: Int) -> Signal<Value, Failure> {
    if count < 0 { fatalError("`retry(_:)` needs a count of 0 or more, got \(count).") }
    return retry(.immediate(limit: count), on: .immediate)
  }
}
