import Measuring
import Rill

/// The two threads of ``ContendedSubject``, and a subject at which no more than a thousand values wait: who sends one
/// more waits until there is room.
///
/// A lock for each send is what the bound costs; what it buys is that memory stays what it is however long they send.
enum ContendedBounded {
  static let workload = Workload(
    "contended_bounded", event: "send", events: 200_000,
    remark: "The peers have no such subject; theirs hold every sender up while one delivers.", dependsOnTiming: true,
    [
      .rill: { ContendedSubject.rill($0, Rill.Subject(buffering: .suspending(1_000))) },
      .openCombine: { ContendedSubject.openCombine($0) }, .hand: { ContendedSubject.hand($0) },
    ])
}
