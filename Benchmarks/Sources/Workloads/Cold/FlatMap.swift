import Measuring
import OpenCombine
import Rill

/// A thousand streams of a thousand integers each, flattened. The outer source is stored, the inner ones are made on
/// demand.
enum FlatMap {
  static let workload = Workload(
    "flatMap_1000x1000", event: "inner element", events: 1_000_000, goal: 15,
    remark: "the sequences' flatMap is a concatMap",
    [.rill: rill, .openCombine: openCombine, .asyncAlgorithms: ConcatMap.asyncAlgorithms, .hand: ConcatMap.hand])

  @Sendable static func rill(_ events: Int) -> Int {
    let total = Total()
    let source = stored(Signal(0..<events / 1_000))
    source.flatMap { outer in Signal(outer..<outer + 1_000) }.subscribe { total.add($0) }
    return total.value
  }

  @Sendable static func openCombine(_ events: Int) -> Int {
    let total = Total()
    let source = stored((0..<events / 1_000).publisher.eraseToAnyPublisher())
    let subscription =
      source
      .flatMap { outer in (outer..<outer + 1_000).publisher }
      .sink { total.add($0) }
    subscription.cancel()
    return total.value
  }
}
