import Measuring
import OpenCombine
import Rill
import Synchronization

/// A diamond: one property, two derived from it, and one derived from both, without glitches.
///
/// There is one result for each set.
enum PropertyDiamond {
  static let workload = Workload(
    "property_diamond", event: "set", events: 50_000,
    remark: "OpenCombine has no derived properties: a subject, two maps and a zip, whose result cannot be read",
    [.rill: rill, .openCombine: openCombine, .hand: hand])

  @Sendable static func rill(_ events: Int) -> Int {
    let total = Total()
    let number = MutableProperty(0)
    let product = number.map { $0 &* 2 }
    let sum = number.map { $0 &+ 1 }
    let both = Property(product, sum) { $0 &* $1 }
    both.subscribe { total.add($0) }
    for value in 1...events { number.value = value }
    return total.value &+ both.value
  }

  @Sendable static func openCombine(_ events: Int) -> Int {
    let total = Total()
    let last = Latest(0)
    let number = CurrentValueSubject<Int, Never>(0)
    let product = number.map { $0 &* 2 }
    let sum = number.map { $0 &+ 1 }
    let subscription = product.zip(sum).map { $0 &* $1 }.sink {
      last.value = $0
      total.add($0)
    }
    for value in 1...events { number.value = value }
    subscription.cancel()
    return total.value &+ last.value!
  }

  @Sendable static func hand(_ events: Int) -> Int {
    let total = Total()
    let present = Mutex((number: 0, both: 0))
    let receive = stored { total.add($0) }
    for value in 1...events {
      present.withLock { present in
        present.number = value
        present.both = (present.number &* 2) &* (present.number &+ 1)
        receive(present.both)
      }
    }
    return total.value &+ present.withLock { $0.both }
  }
}
