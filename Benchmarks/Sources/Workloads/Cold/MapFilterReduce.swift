import AsyncAlgorithms
import Measuring
import OpenCombine
import Rill

/// Integers through map, filter and reduce, with every stage stored.
///
/// The compiler cannot see into the storage, as if the stages were properties of different objects. Of OpenCombine only
/// the source is stored, because it would have a special case for sequences otherwise.
enum MapFilterReduce {
  static let workload = Workload(
    "map_filter_reduce", event: "element of the source", events: 1_000_000, goal: 6,
    remark: "every stage stored",
    [.rill: rill, .openCombine: openCombine, .asyncAlgorithms: asyncAlgorithms, .hand: hand])

  @Sendable static func rill(_ events: Int) -> Int {
    let total = Total()
    let source = stored(Signal(0..<events))
    let mapped = stored(source.map { $0 &* 3 })
    let filtered = stored(mapped.filter { $0 & 1 == 0 })
    let sum = stored(filtered.reduce(0) { $0 &+ $1 })
    sum.subscribe { total.add($0) }
    return total.value
  }

  @Sendable static func openCombine(_ events: Int) -> Int {
    let total = Total()
    let source = stored((0..<events).publisher.eraseToAnyPublisher())
    let subscription =
      source
      .map { $0 &* 3 }
      .filter { $0 & 1 == 0 }
      .reduce(0) { $0 &+ $1 }
      .sink { total.add($0) }
    subscription.cancel()
    return total.value
  }

  @Sendable static func asyncAlgorithms(_ events: Int) -> Int {
    waiting {
      await (0..<events).async
        .map { $0 &* 3 }
        .filter { $0 & 1 == 0 }
        .reduce(0) { $0 &+ $1 }
    }
  }

  @Sendable static func hand(_ events: Int) -> Int {
    let total = Total()
    let sum = stored { (number: Int) in total.add(number) }
    let filter = stored { (number: Int) in if number & 1 == 0 { sum(number) } }
    let map = stored { (number: Int) in filter(number &* 3) }
    for number in 0..<events { map(number) }
    return total.value
  }
}
