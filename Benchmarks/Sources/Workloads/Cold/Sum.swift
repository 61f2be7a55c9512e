import AsyncAlgorithms
import Measuring
import OpenCombine
import Rill

/// The sum of a stored stream.
enum Sum {
  static let workload = Workload(
    "sum", event: "element of the source", events: 200_000, remark: "the peers: reduce",
    [.rill: rill, .openCombine: openCombine, .asyncAlgorithms: asyncAlgorithms, .hand: hand])

  @Sendable static func rill(_ events: Int) -> Int {
    let total = Total()
    let source = stored(Signal(0..<events))
    source.sum().subscribe { total.add($0) }
    return total.value
  }

  @Sendable static func openCombine(_ events: Int) -> Int {
    let total = Total()
    let source = stored((0..<events).publisher.eraseToAnyPublisher())
    let subscription = source.reduce(0, +).sink { total.add($0) }
    subscription.cancel()
    return total.value
  }

  @Sendable static func asyncAlgorithms(_ events: Int) -> Int {
    waiting { await (0..<events).async.reduce(0, +) }
  }

  @Sendable static func hand(_ events: Int) -> Int {
    let total = Total()
    let receive = stored { total.add($0) }
    for number in 0..<events { receive(number) }
    return total.value
  }
}
