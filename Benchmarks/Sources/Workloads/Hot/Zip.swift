import Measuring
import OpenCombine
import Rill

/// Two subjects that send in turn, zipped.
enum Zip {
  static let workload = Workload(
    "zip_2", event: "pair (two sends)", events: 50_000, goal: 80,
    remark: "sequences have no subject: a sender would have to wait",
    [.rill: rill, .openCombine: openCombine, .hand: hand])

  @Sendable static func rill(_ events: Int) -> Int {
    let total = Total()
    let one = Rill.Subject<Int, Never>()
    let other = Rill.Subject<Int, Never>()
    zip(one, other).subscribe { total.add($0 &* $1) }
    for number in 0..<events {
      one.send(number)
      other.send(number &+ 1)
    }
    return total.value
  }

  @Sendable static func openCombine(_ events: Int) -> Int {
    let total = Total()
    let one = PassthroughSubject<Int, Never>()
    let other = PassthroughSubject<Int, Never>()
    let subscription = one.zip(other).sink { total.add($0 &* $1) }
    for number in 0..<events {
      one.send(number)
      other.send(number &+ 1)
    }
    subscription.cancel()
    return total.value
  }

  @Sendable static func hand(_ events: Int) -> Int {
    let total = Total()
    let pairs = HandZip { total.add($0 &* $1) }
    let one = HandSubject()
    let other = HandSubject()
    _ = one.add(stored { pairs.left($0) })
    _ = other.add(stored { pairs.right($0) })
    for number in 0..<events {
      one.send(number)
      other.send(number &+ 1)
    }
    return total.value
  }
}
