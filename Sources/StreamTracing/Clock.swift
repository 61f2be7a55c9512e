import StreamPrimitives

/// A moment on two clocks: the monotonic clock of events, and wall time.
struct WallTime: Sendable {
  let monotonic = monotonicNanoseconds()
  let microseconds = realNanoseconds() / 1_000

  /// Seconds since 1970, as a number of JSON.
  var json: String {
    let digits = String(microseconds % 1_000_000)
    return "\(microseconds / 1_000_000).\(String(repeating: "0", count: 6 - digits.count))\(digits)"
  }
}
