import Measuring
import Rill
import Synchronization

/// A limit that is never reached: the cost of counting the tokens.
enum RateLimit {
  static let workload = Workload(
    "rate_limit", event: "send", events: 100_000, remark: "the peers have no limit that keeps every value",
    [.rill: rill, .hand: hand])

  /// The tokens in a second and in the bucket.
  private static let tokens = 1_000_000_000

  @Sendable static func rill(_ events: Int) -> Int {
    let total = Total()
    let subject = Subject<Int, Never>()
    subject.rateLimit(tokens, per: .seconds(1)).subscribe { total.add($0) }
    for number in 0..<events { subject.send(number) }
    return total.value
  }

  @Sendable static func hand(_ events: Int) -> Int {
    let total = Total()
    let clock = ContinuousClock()
    let fullAt = Mutex(clock.now)
    let subject = HandSubject()
    let receive = stored { total.add($0) }
    _ = subject.add(
      stored { @Sendable number in
        fullAt.withLock { fullAt in
          let now = clock.now
          precondition(now.duration(to: fullAt) < .seconds(1), "This workload never waits.")
          fullAt = max(fullAt, now).advanced(by: .nanoseconds(1))
          receive(number)
        }
      })
    for number in 0..<events { subject.send(number) }
    return total.value
  }
}
