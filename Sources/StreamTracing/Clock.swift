import StreamPrimitives

/// The beginning of a recording by three clocks: the processor's counter, the monotonic clock and the wall clock.
struct WallTime: Sendable {
  let ticks = StreamPrimitives.ticks()
  let monotonic = monotonicNanoseconds()
  let microseconds = realNanoseconds() / 1_000

  /// Seconds since 1970, as a number of JSON.
  var json: String {
    let digits = String(microseconds % 1_000_000)
    return "\(microseconds / 1_000_000).\(String(repeating: "0", count: 6 - digits.count))\(digits)"
  }
}

/// Converts the counts of ``ticks()`` into nanoseconds since the beginning.
///
/// The processor does not report how fast its counter runs, so the rate is measured. Each part of a recording that is
/// converted begins where the part before it ended, so times never go back.
struct EventClock: Sendable {
  /// The monotonic clock at the beginning of the recording.
  private let monotonic: Int

  /// The beginning of the part, as a count and as a time.
  private var ticks: Int
  private var time = 0

  /// The nanoseconds of one count in the part.
  private var rate = 1.0

  init(_ began: WallTime) {
    monotonic = began.monotonic
    ticks = began.ticks
  }

  /// Measures the rate of the part that ends now. This clock then begins the next part.
  ///
  /// - Returns: The clock of the part that has ended.
  mutating func measure() -> EventClock {
    let part = self
    let (newTicks, newTime) = Self.now(since: monotonic)
    guard newTicks > ticks, newTime > time else { return part }
    var measured = part
    measured.rate = Double(newTime - time) / Double(newTicks - ticks)
    self = measured
    (ticks, time) = (newTicks, newTime)
    return measured
  }

  /// Reads both clocks. Of three readings it takes the quickest, because a thread may be interrupted between the
  /// clocks.
  private static func now(since monotonic: Int) -> (ticks: Int, time: Int) {
    let readings = (0..<3).map { _ in
      let (before, time) = (StreamPrimitives.ticks(), monotonicNanoseconds())
      return (before: before, time: time, after: StreamPrimitives.ticks())
    }
    let best = readings.min { $0.after - $0.before < $1.after - $1.before }!
    return (best.before, best.time - monotonic)
  }

  /// The time of a count; never before the beginning.
  func time(of count: Int) -> Int { max(0, time + duration(count - ticks)) }

  func duration(_ count: Int) -> Int { Int(Double(count) * rate) }
}
