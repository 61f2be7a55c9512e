import Measuring
import Rill
import Synchronization

/// One property, two streams derived from it, and both combined again.
enum PropertyDiamond {
  static let workload = Workload(
    "property_diamond", event: "set", events: 50_000,
    remark: "two results a set, as of any combineLatest; OpenCombine 0.14 has none",
    [.rill: rill, .hand: hand])

  @Sendable static func rill(_ events: Int) -> Int {
    let total = Total()
    let number = MutableProperty(0)
    let product = number.map { $0 &* 2 }
    let sum = number.map { $0 &+ 1 }
    combineLatest(product, sum) { $0 &* $1 }.subscribe { total.add($0) }
    for value in 1...events { number.value = value }
    return total.value
  }

  @Sendable static func hand(_ events: Int) -> Int {
    let total = Total()
    let latest = Mutex((product: 0, sum: 1))
    let receive = stored { total.add($0) }
    let number = HandSubject()
    let product = stored { value in
      latest.withLock { latest in
        latest.product = value
        receive(latest.product &* latest.sum)
      }
    }
    let sum = stored { value in
      latest.withLock { latest in
        latest.sum = value
        receive(latest.product &* latest.sum)
      }
    }
    _ = number.add(stored { product($0 &* 2) })
    _ = number.add(stored { sum($0 &+ 1) })
    receive(0)
    for value in 1...events { number.send(value) }
    return total.value
  }
}
