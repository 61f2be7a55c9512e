// Durations for the system's clocks and timers. A duration that does not fit into an integer becomes the longest one
// that fits.

extension Duration {
  /// The duration, limited to the range from zero to a hundred years, which can be added to any instant.
  package var asWait: Duration { min(max(self, .zero), .seconds(3_155_760_000 as Int64)) }

  /// The sum; if it does not fit, the longest duration.
  @usableFromInline
  package func plus(_ other: Duration) -> Duration {
    let (sum, overflows) = attoseconds.addingReportingOverflow(other.attoseconds)
    return Duration(attoseconds: overflows ? (other < .zero ? .min : .max) : sum)
  }

  /// The product; if it does not fit, the longest duration.
  ///
  /// `*` converts its argument through several generic calls, which takes 350 instructions.
  @usableFromInline
  package func times(_ count: Int) -> Duration {
    let (product, overflows) = attoseconds.multipliedReportingOverflow(by: Int128(count))
    return Duration(attoseconds: overflows ? ((self < .zero) == (count < 0) ? .max : .min) : product)
  }

  /// The largest multiple of `interval` that is not longer; zero for a negative duration.
  package func roundedDown(to interval: Duration) -> Duration {
    guard self > .zero else { return .zero }
    return Duration(attoseconds: attoseconds / interval.attoseconds * interval.attoseconds)
  }

  /// Whole nanoseconds, rounded up. Otherwise a timer would fire too early.
  func nanoseconds<Count: FixedWidthInteger>(as count: Count.Type = Count.self) -> Count {
    let (whole, rest) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return Count(clamping: rest > 0 ? whole + 1 : whole)
  }

  /// Whole seconds, and the remaining nanoseconds.
  func secondsAndNanoseconds<Seconds: FixedWidthInteger, Nanoseconds: FixedWidthInteger>(
    as seconds: Seconds.Type = Seconds.self, _ nanoseconds: Nanoseconds.Type = Nanoseconds.self
  ) -> (Seconds, Nanoseconds) {
    let (whole, rest) = self.nanoseconds(as: Int128.self).quotientAndRemainder(dividingBy: 1_000_000_000)
    return (Seconds(clamping: whole), Nanoseconds(clamping: rest))
  }
}
