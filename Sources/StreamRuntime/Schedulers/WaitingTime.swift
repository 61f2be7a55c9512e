// What the systems' clocks and timers are given. No length of time is too long, and no integer too narrow: what does
// not fit is as long as can be.

extension Duration {
  /// The time that a wait lasts: nothing for a negative one, and a hundred years for a longer one, which can be added
  /// to any point in time.
  package var asWait: Duration { min(max(self, .zero), .seconds(3_155_760_000 as Int64)) }

  /// The sum, or the longest time that there is.
  package func plus(_ other: Duration) -> Duration {
    let (sum, overflows) = attoseconds.addingReportingOverflow(other.attoseconds)
    return Duration(attoseconds: overflows ? (other < .zero ? .min : .max) : sum)
  }

  /// As many whole intervals as there are in this; none if this is negative.
  package func roundedDown(to interval: Duration) -> Duration {
    guard self > .zero else { return .zero }
    return Duration(attoseconds: attoseconds / interval.attoseconds * interval.attoseconds)
  }

  /// Whole nanoseconds, rounded up so that nothing comes too early.
  func nanoseconds<Count: FixedWidthInteger>(as count: Count.Type = Count.self) -> Count {
    let (whole, rest) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return Count(clamping: rest > 0 ? whole + 1 : whole)
  }

  /// Whole seconds, and the nanoseconds that are left.
  func secondsAndNanoseconds<Seconds: FixedWidthInteger, Nanoseconds: FixedWidthInteger>(
    as seconds: Seconds.Type = Seconds.self, _ nanoseconds: Nanoseconds.Type = Nanoseconds.self
  ) -> (Seconds, Nanoseconds) {
    let (whole, rest) = self.nanoseconds(as: Int128.self).quotientAndRemainder(dividingBy: 1_000_000_000)
    return (Seconds(clamping: whole), Nanoseconds(clamping: rest))
  }
}
