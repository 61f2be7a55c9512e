public import StreamCore

extension StreamProtocol {
  /// Cuts the stream into windows of `count` values, each of them a stream.
  ///
  ///     source            1-2-3-4-5-|
  ///     window(count: 2)  a---b---c-|   a: 1-(2|)  b: 3-(4|)  c: 5-|
  ///
  /// A window is sent just before its first value and is hot: a later observer misses the earlier values. The last
  /// window may be shorter. It completes before the stream of windows does, and when the source fails it fails first.
  /// When the subscription to the stream of windows is disposed, the current window continues for its observers, and
  /// the last of them disposes the source. Keeps no values. Delivers where the source delivers. A count below 1 traps.
  public func window(count: Int) -> Signal<Signal<Value, Failure>, Failure> {
    if count <= 0 { fatalError("`window(count:)` needs a count of 1 or more, got \(count).") }
    return window(count: count, every: count)
  }

  /// Cuts the stream into windows of a given duration; a window begins with its first value.
  ///
  ///     source                1-2----3-----45|
  ///     window(for: 3 ticks)  a------b-----c-|   a: 1-2|  b: 3--|  c: 45|
  ///
  /// An idle source has no timer and sends no empty windows. A window with `limit` values completes with the last of
  /// them. Otherwise it completes on the scheduler, by default its own queue, when its time is over. All else is as in
  /// ``window(count:)``. A negative time or a limit below 1 traps, and so does the immediate scheduler.
  public func window(
    for duration: Duration, limit: Int = .max, on scheduler: any Scheduler = QueueScheduler(name: "rill.window")
  ) -> Signal<Signal<Value, Failure>, Failure> {
    duration.requirePositiveOrZero()
    if limit <= 0 { fatalError("`window(for:limit:)` needs a limit of 1 or more, got \(limit).") }
    return windows(apply(WindowingByTime(duration: duration, limit: limit), on: scheduler))
  }

  /// The windows that a stream of events opens, fills and closes.
  func windows(_ events: Signal<WindowEvent<Value>, Failure>) -> Signal<Signal<Value, Failure>, Failure> {
    Signal(attaching: { sink, subscription in
      let upstream = SharedUpstream(subscription)
      let windows = WindowSender(sink, subscription, upstream)
      events.attach(to: upstream.subscription, next: { windows.next($0) }, end: { windows.end($0) })
    })
  }
}

private struct WindowingByTime<Value: Sendable, Failure: Error>: TimedRule {
  let duration: Duration
  let limit: Int
  var sent = 0

  mutating func step(_ input: Value, _ response: inout Response<WindowEvent<Value>, Failure>) {
    sent += 1
    let isLast = sent >= limit
    response.emit(.value(input, isFirst: sent == 1, isLast: isLast))
    if isLast {
      sent = 0
      response.stopTimer()
    } else if sent == 1 {
      response.startTimer(after: duration)
    }
  }

  mutating func timerFired(_ response: inout Response<WindowEvent<Value>, Failure>) {
    sent = 0
    response.emit(.close(nil))
  }
}
