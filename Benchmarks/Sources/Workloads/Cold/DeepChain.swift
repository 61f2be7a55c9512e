import AsyncAlgorithms
import Measuring
import OpenCombine
import Rill

/// Ten maps in a chain.
///
/// Each stage of Rill and of the code by hand is stored; the other libraries have one expression over a stored source.
enum DeepChain {
  static let workload = Workload(
    "deep_chain", event: "element of the source", events: 100_000, goal: 35, remark: "ten maps, every one stored",
    [.rill: rill, .openCombine: openCombine, .asyncAlgorithms: asyncAlgorithms, .hand: hand])

  @Sendable static func rill(_ events: Int) -> Int {
    let total = Total()
    var chain = stored(Signal(0..<events))
    for _ in 0..<10 { chain = stored(chain.map { $0 &+ 1 }) }
    chain.subscribe { total.add($0) }
    return total.value
  }

  @Sendable static func openCombine(_ events: Int) -> Int {
    let total = Total()
    let source = stored((0..<events).publisher.eraseToAnyPublisher())
    let half = source.map(plusOne).map(plusOne).map(plusOne).map(plusOne).map(plusOne)
    let chain = half.map(plusOne).map(plusOne).map(plusOne).map(plusOne).map(plusOne)
    let subscription = chain.sink { total.add($0) }
    subscription.cancel()
    return total.value
  }

  @Sendable static func asyncAlgorithms(_ events: Int) -> Int {
    waiting {
      let half = (0..<events).async.map(plusOne).map(plusOne).map(plusOne).map(plusOne).map(plusOne)
      let chain = half.map(plusOne).map(plusOne).map(plusOne).map(plusOne).map(plusOne)
      var sum = 0
      for await number in chain { sum &+= number }
      return sum
    }
  }

  @Sendable static func hand(_ events: Int) -> Int {
    let total = Total()
    var chain = stored { (number: Int) in total.add(number) }
    for _ in 0..<10 {
      let next = chain
      chain = stored { (number: Int) in next(number &+ 1) }
    }
    for number in 0..<events { chain(number) }
    return total.value
  }

  @Sendable private static func plusOne(_ number: Int) -> Int { number &+ 1 }
}
