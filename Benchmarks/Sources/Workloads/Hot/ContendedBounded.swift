import Measuring
import Rill

/// The two threads of ``ContendedSubject``, and a subject with a bounded queue.
///
/// A sender that finds a thousand queued values waits for capacity.
///
/// The bound costs a lock for each send; in return the memory stays bounded.
enum ContendedBounded {
  static let workload = Workload(
    "contended_bounded", event: "send", events: 200_000,
    remark: "The peers have no such subject; theirs hold every sender up while one delivers.", dependsOnTiming: true,
    [
      .rill: { ContendedSubject.rill($0, Rill.Subject(buffering: .suspending(1_000))) },
      .openCombine: { ContendedSubject.openCombine($0) }, .hand: { ContendedSubject.hand($0) },
    ])
}
