import Measuring
import Rill

/// The streams of ``FlatMap``, of which at most four run, with their values in order.
enum FlatMapOrdered {
  static let workload = Workload(
    "flatMap_ordered_4", event: "inner element", events: 1_000_000,
    remark: "the peers and the code by hand run one at a time",
    [
      .rill: rill, .openCombine: ConcatMap.openCombine, .asyncAlgorithms: ConcatMap.asyncAlgorithms,
      .hand: ConcatMap.hand,
    ])

  @Sendable static func rill(_ events: Int) -> Int {
    let total = Total()
    let source = stored(Signal(0..<events / 1_000))
    source.flatMap(.ordered(maxConcurrent: 4)) { outer in Signal(outer..<outer + 1_000) }.subscribe { total.add($0) }
    return total.value
  }
}
