import Measuring
import Rill

/// Three senders, and a subscriber that takes about half a microsecond for each value (finding B20).
///
/// One of the threads is always delivering, and none for long.
enum SlowSubscriber {
  static let workload = Workload(
    "three_senders_slow", event: "send", events: 60_000,
    remark: "most of the time is the subscriber's; the peers block every sender while one delivers",
    dependsOnTiming: true,
    [
      .rill: { ContendedSubject.rill($0, Rill.Subject(), senders: 3, slowly) },
      .openCombine: { ContendedSubject.openCombine($0, senders: 3, slowly) },
      .hand: { ContendedSubject.hand($0, senders: 3, slowly) },
    ])

  /// Three hundred steps, each of which depends on the previous one.
  @Sendable private static func slowly(_ number: Int) -> Int {
    (0..<300).reduce(number) { ($0 &* 6_364_136_223_846_793_005 &+ $1) ^ ($0 &>> 29) }
  }
}
