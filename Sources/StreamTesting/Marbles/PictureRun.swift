/// Runs a picture, and runs it again with a disposal at each tick.
///
/// - Returns: A description of the first problem, or `nil`.
func problem<Stream: StreamProtocol>(
  _ expected: Timeline, _ values: [Character: Stream.Value], inputs: [String], _ body: (TestScheduler) -> Stream
) -> String? {
  let lastTick = max(0, expected.length - 1)
  let whole = PictureRun(disposedAt: lastTick, body)
  if let difference = difference(expected, whole.moments, values, inputs: inputs) { return difference }
  // Includes the last tick: it reveals work that continues after the first run.
  for tick in [nil] + Array(0...lastTick) {
    let run = PictureRun(disposedAt: tick, body)
    if let problem = run.problem(comparedWith: whole) { return problem }
  }
  return nil
}

/// The result of one run of a picture that is disposed at some tick.
private struct PictureRun {
  /// The tick of the disposal; `nil` is before the time advances.
  private let tick: Int?
  private let now: TestScheduler.Instant
  let moments: [Moment]
  /// The subscriptions to each source, in the order in which the sources were made.
  private let visits: [[Visit]]
  /// The number of actions left in the scheduler.
  private let pendingCount: Int

  init<Stream: StreamProtocol>(disposedAt tick: Int?, _ body: (TestScheduler) -> Stream) {
    self.tick = tick
    let time = TestScheduler()
    time.sourceLogs.withLock { $0 = [] }
    let recorder = Recorder(body(time), on: time)
    if let tick { time.advance(by: time.ticks(tick)) }
    recorder.dispose()
    now = time.now
    moments = recorder.moments(since: TestScheduler.Instant())
    let logs = time.sourceLogs.withLock { $0 } ?? []
    visits = logs.map { log in log.visits.withLock { $0 } }
    for log in logs { log.timers.dispose() }
    pendingCount = time.pendingCount
    // Cancelled tasks still have to finish, and must not be left incomplete.
    time.advance()
  }

  /// Returns how this run differs from the expected part of the whole picture.
  func problem(comparedWith whole: PictureRun) -> String? {
    let place = tick.map { "at tick \($0)" } ?? "before the time advances"
    // Without a tick, only the events sent during the subscription have arrived, not the rest of the first tick.
    let shown =
      tick == nil ? Array(whole.moments.prefix(moments.count)) : whole.moments.filter { $0.offset <= now.offset }
    if shown != moments {
      return """
        The picture is correct, but it differs if the subscription is disposed \(place).
          expected  \(Timeline.drawing(shown))
          actual    \(Timeline.drawing(moments))
        """
    }
    let expected = tick == nil ? visits.map { $0.map(ended) } : whole.visits.compactMap(part)
    if expected != visits.filter({ tick == nil || !$0.isEmpty }) {
      return """
        The picture is correct, but the subscriptions to its sources differ if the subscription is disposed \(place).
          expected  \(drawing(expected))
          actual    \(drawing(visits))
        """
    }
    guard pendingCount > 0 else { return nil }
    return """
      The picture is correct, but \(pendingCount) \(pendingCount == 1 ? "action remains" : "actions remain") in the \
      scheduler if the subscription is disposed \(place). Either an operator releases its timer too late, or the test \
      itself schedules work: then use expectMarbles.
      """
  }

  /// Returns a source's subscriptions up to the end of this run; `nil` if there are none.
  private func part(_ visits: [Visit]) -> [Visit]? {
    let part = visits.filter { $0.start <= now }.map(ended)
    return part.isEmpty ? nil : part
  }

  /// Returns the subscription with an end no later than the end of this run.
  private func ended(_ visit: Visit) -> Visit {
    Visit(start: visit.start, end: min(visit.end ?? now, now))
  }

  private func drawing(_ visits: [[Visit]]) -> String {
    visits.map { "[\($0.map(\.drawing).joined(separator: ", "))]" }.joined(separator: " ")
  }
}
