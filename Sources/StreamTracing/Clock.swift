#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Nanoseconds of a clock that is never set.
func monotonicNanoseconds() -> Int { nanoseconds(CLOCK_MONOTONIC) }

private func nanoseconds(_ clock: clockid_t) -> Int {
  var time = timespec()
  clock_gettime(clock, &time)
  return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
}

/// A moment on both clocks: that of the events, and that of people.
struct WallTime: Sendable {
  let monotonic = monotonicNanoseconds()
  let microseconds = nanoseconds(CLOCK_REALTIME) / 1_000

  /// Seconds since 1970, as a number of JSON.
  var json: String {
    let digits = String(microseconds % 1_000_000)
    return "\(microseconds / 1_000_000).\(String(repeating: "0", count: 6 - digits.count))\(digits)"
  }
}
