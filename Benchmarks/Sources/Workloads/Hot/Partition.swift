import Measuring
import OpenCombine
import Rill

/// A subject split by a test in one run, and joined again.
enum Partition {
  static let workload = Workload(
    "partition", event: "send", events: 100_000,
    remark: "OpenCombine 0.14 has neither partition nor merge: two observers that filter",
    [.rill: rill, .openCombine: openCombine, .hand: hand])

  @Sendable static func rill(_ events: Int) -> Int {
    let total = Total()
    let subject = Rill.Subject<Int, Never>()
    subject.partition(by: { $0 & 1 == 0 }, { even, odd in merge(even.map { $0 &* 2 }, odd) })
      .subscribe { total.add($0) }
    for number in 0..<events { subject.send(number) }
    return total.value
  }

  @Sendable static func openCombine(_ events: Int) -> Int {
    let total = Total()
    let subject = PassthroughSubject<Int, Never>()
    let even = subject.filter { $0 & 1 == 0 }.map { $0 &* 2 }.sink { total.add($0) }
    let odd = subject.filter { $0 & 1 != 0 }.sink { total.add($0) }
    for number in 0..<events { subject.send(number) }
    even.cancel()
    odd.cancel()
    return total.value
  }

  @Sendable static func hand(_ events: Int) -> Int {
    let total = Total()
    let subject = HandSubject()
    let receive = stored { total.add($0) }
    let even = stored { receive($0 &* 2) }
    let odd = stored { receive($0) }
    _ = subject.add(stored { @Sendable number in if number & 1 == 0 { even(number) } else { odd(number) } })
    for number in 0..<events { subject.send(number) }
    return total.value
  }
}
