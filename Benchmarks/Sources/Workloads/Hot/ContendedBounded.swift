import Measuring
import Rill

/// The two threads of ``ContendedSubject``, and a subject with a limit that is never reached: the cost of counting.
enum ContendedBounded {
  static let workload = Workload(
    "contended_bounded", event: "send", events: 200_000,
    remark: "the peers have no such subject: theirs block every sender while one delivers", dependsOnTiming: true,
    [
      .rill: { ContendedSubject.rill($0, Rill.Subject(limit: 200_000)) },
      .openCombine: { ContendedSubject.openCombine($0) }, .hand: { ContendedSubject.hand($0) },
    ])
}
