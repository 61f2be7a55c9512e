import AsyncAlgorithms
import Measuring
import OpenCombine
import Rill

/// A running sum without repeated values: every second element adds zero.
enum ScanDistinct {
  static let workload = Workload(
    "scan_distinct", event: "element of the source", events: 200_000, goal: 5, remark: "every stage stored",
    [.rill: rill, .openCombine: openCombine, .asyncAlgorithms: asyncAlgorithms, .hand: hand])

  @Sendable static func rill(_ events: Int) -> Int {
    let total = Total()
    let source = stored(Signal(0..<events))
    let sums = stored(source.scan(0) { $0 &+ ($1 & 1) })
    let distinct = stored(sums.distinctUntilChanged())
    distinct.subscribe { total.add($0) }
    return total.value
  }

  @Sendable static func openCombine(_ events: Int) -> Int {
    let total = Total()
    let source = stored((0..<events).publisher.eraseToAnyPublisher())
    let subscription = source.scan(0) { $0 &+ ($1 & 1) }.removeDuplicates().sink { total.add($0) }
    subscription.cancel()
    return total.value
  }

  @Sendable static func asyncAlgorithms(_ events: Int) -> Int {
    waiting {
      let sums = (0..<events).async.reductions(0) { $0 &+ ($1 & 1) }
      var total = 0
      for await sum in sums.removeDuplicates() { total &+= sum }
      return total
    }
  }

  @Sendable static func hand(_ events: Int) -> Int {
    let total = Total()
    let distinct = stored(withoutRepetition { total.add($0) })
    let scan = stored(runningSum(distinct))
    for number in 0..<events { scan(number & 1) }
    return total.value
  }

  private static func runningSum(_ next: @escaping @Sendable (Int) -> Void) -> @Sendable (Int) -> Void {
    let sum = Total()
    return { number in
      sum.add(number)
      next(sum.value)
    }
  }

  private static func withoutRepetition(_ next: @escaping @Sendable (Int) -> Void) -> @Sendable (Int) -> Void {
    let last = Latest<Int>()
    return { number in
      guard number != last.value else { return }
      last.value = number
      next(number)
    }
  }
}
