import AsyncAlgorithms
import Measuring
import OpenCombine
import Rill

/// Two zipped sequences: the first is over before the second begins.
///
/// A push-based library must buffer all of the first, unless it detects that the buffer is not needed.
enum ZipCold {
  static let workload = Workload(
    "zip_2_cold", event: "pair", events: 50_000, goal: 120,
    remark: "by hand: one array as the buffer",
    [.rill: rill, .openCombine: openCombine, .asyncAlgorithms: asyncAlgorithms, .hand: hand])

  @Sendable static func rill(_ events: Int) -> Int {
    let total = Total()
    let one = stored(Signal(0..<events))
    let other = stored(Signal(1..<events + 1))
    zip(one, other).subscribe { total.add($0 &* $1) }
    return total.value
  }

  @Sendable static func openCombine(_ events: Int) -> Int {
    let total = Total()
    let one = stored((0..<events).publisher.eraseToAnyPublisher())
    let other = stored((1..<events + 1).publisher.eraseToAnyPublisher())
    let subscription = one.zip(other).sink { total.add($0 &* $1) }
    subscription.cancel()
    return total.value
  }

  @Sendable static func asyncAlgorithms(_ events: Int) -> Int {
    waiting {
      var sum = 0
      for await (one, other) in zip((0..<events).async, (1..<events + 1).async) { sum &+= one &* other }
      return sum
    }
  }

  @Sendable static func hand(_ events: Int) -> Int {
    let total = Total()
    let pairs = HandZip { total.add($0 &* $1) }
    let one = stored { pairs.left($0) }
    let other = stored { pairs.right($0) }
    for number in 0..<events { one(number) }
    for number in 1..<events + 1 { other(number) }
    return total.value
  }
}
