import AsyncAlgorithms
import Measuring
import OpenCombine
import Rill

/// A thousand streams of a thousand integers each, concatenated.
enum ConcatMap {
  static let workload = Workload(
    "concat_map_1000x1000", event: "inner element", events: 1_000_000, goal: 15,
    remark: "OpenCombine: flatMap with one publisher at a time",
    [.rill: rill, .openCombine: openCombine, .asyncAlgorithms: asyncAlgorithms, .hand: hand])

  @Sendable static func rill(_ events: Int) -> Int {
    let total = Total()
    let source = stored(Signal(0..<events / 1_000))
    source.concatMap { outer in Signal(outer..<outer + 1_000) }.subscribe { total.add($0) }
    return total.value
  }

  @Sendable static func openCombine(_ events: Int) -> Int {
    let total = Total()
    let source = stored((0..<events / 1_000).publisher.eraseToAnyPublisher())
    let subscription =
      source
      .flatMap(maxPublishers: .max(1)) { outer in (outer..<outer + 1_000).publisher }
      .sink { total.add($0) }
    subscription.cancel()
    return total.value
  }

  @Sendable static func asyncAlgorithms(_ events: Int) -> Int {
    waiting {
      var sum = 0
      for await number in (0..<events / 1_000).async.flatMap({ outer in (outer..<outer + 1_000).async }) {
        sum &+= number
      }
      return sum
    }
  }

  @Sendable static func hand(_ events: Int) -> Int {
    let total = Total()
    let receive = stored { total.add($0) }
    let flatten = stored { (outer: Int) in
      for inner in outer..<outer + 1_000 { receive(inner) }
    }
    for outer in 0..<events / 1_000 { flatten(outer) }
    return total.value
  }
}
