import AsyncAlgorithms
import Measuring
import OpenCombine
import Rill

/// The same in one expression at the place of the subscription: the compiler sees the whole chain.
enum MapFilterReduceVisible {
  static let workload = Workload(
    "map_filter_reduce_visible", event: "element of the source", events: 1_000_000, goal: 1,
    remark: "one expression; OpenCombine has a special case for sequences",
    [.rill: rill, .openCombine: openCombine, .asyncAlgorithms: MapFilterReduce.asyncAlgorithms, .hand: hand])

  @Sendable static func rill(_ events: Int) -> Int {
    let total = Total()
    Signal(0..<events)
      .map { $0 &* 3 }
      .filter { $0 & 1 == 0 }
      .reduce(0) { $0 &+ $1 }
      .subscribe { total.add($0) }
    return total.value
  }

  @Sendable static func openCombine(_ events: Int) -> Int {
    let total = Total()
    let mapped: Publishers.Sequence<[Int], Never> = Array(0..<events).publisher.map { $0 &* 3 }
    let filtered: Publishers.Sequence<[Int], Never> = mapped.filter { $0 & 1 == 0 }
    let subscription = filtered.reduce(0) { $0 &+ $1 }.sink { total.add($0) }
    subscription.cancel()
    return total.value
  }

  @Sendable static func hand(_ events: Int) -> Int {
    var sum = 0
    for number in 0..<events where (number &* 3) & 1 == 0 { sum &+= number &* 3 }
    return sum
  }
}
