import Measuring
import OpenCombine
import Rill
import Synchronization

/// Two subjects that send in turn, combined into the latest values of both.
enum CombineLatest {
  static let workload = Workload(
    "combineLatest_2", event: "send", events: 100_000, goal: 40,
    remark: "OpenCombine 0.14 has no combineLatest; that of the sequences may drop any element",
    [.rill: rill, .hand: hand])

  @Sendable static func rill(_ events: Int) -> Int {
    let total = Total()
    let one = Rill.Subject<Int, Never>()
    let other = Rill.Subject<Int, Never>()
    combineLatest(one, other).subscribe { total.add($0 &* $1) }
    for number in 0..<events / 2 {
      one.send(number)
      other.send(number &+ 1)
    }
    return total.value
  }

  @Sendable static func hand(_ events: Int) -> Int {
    let total = Total()
    let latest = Mutex<(one: Int?, other: Int?)>((nil, nil))
    let one = HandSubject()
    let other = HandSubject()
    let receive = stored { total.add($0) }
    _ = one.add(
      stored { value in
        latest.withLock { latest in
          latest.one = value
          if let other = latest.other { receive(value &* other) }
        }
      })
    _ = other.add(
      stored { value in
        latest.withLock { latest in
          latest.other = value
          if let one = latest.one { receive(one &* value) }
        }
      })
    for number in 0..<events / 2 {
      one.send(number)
      other.send(number &+ 1)
    }
    return total.value
  }
}
