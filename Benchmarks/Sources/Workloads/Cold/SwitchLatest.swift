import Measuring
import OpenCombine
import Rill

/// A thousand streams of a thousand integers each, flattened by switching to the latest.
enum SwitchLatest {
  static let workload = Workload(
    "switch_latest_1000x1000", event: "inner element", events: 1_000_000, goal: 15,
    remark: "the sequences' flatMapLatest runs inner ones in tasks and may drop any element: not the same work",
    [.rill: rill, .openCombine: openCombine, .hand: hand])

  @Sendable static func rill(_ events: Int) -> Int {
    let total = Total()
    let source = stored(Signal(0..<events / 1_000))
    source.map { outer in Signal(outer..<outer + 1_000) }.switchToLatest().subscribe { total.add($0) }
    return total.value
  }

  @Sendable static func openCombine(_ events: Int) -> Int {
    let total = Total()
    let source = stored((0..<events / 1_000).publisher.eraseToAnyPublisher())
    let subscription =
      source
      .map { outer in (outer..<outer + 1_000).publisher }
      .switchToLatest()
      .sink { total.add($0) }
    subscription.cancel()
    return total.value
  }

  /// Each inner stream checks whether it is the latest.
  @Sendable static func hand(_ events: Int) -> Int {
    let total = Total()
    let latest = Latest(0)
    let receive = stored { total.add($0) }
    let flatten = stored { (outer: Int) in
      latest.value = outer
      for inner in outer..<outer + 1_000 where latest.value == outer { receive(inner) }
    }
    for outer in 0..<events / 1_000 { flatten(outer) }
    return total.value
  }
}
