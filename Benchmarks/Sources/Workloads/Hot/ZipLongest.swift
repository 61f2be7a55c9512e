import Measuring
import Rill

/// Two subjects that send in turn, zipped to the end of the longer one.
enum ZipLongest {
  static let workload = Workload(
    "zip_longest_2", event: "pair (two sends)", events: 50_000, remark: "the peers zip to the end of the shorter one",
    [.rill: rill, .hand: Zip.hand])

  @Sendable static func rill(_ events: Int) -> Int {
    let total = Total()
    let one = Subject<Int, Never>()
    let other = Subject<Int, Never>()
    zipLongest(one, other).subscribe { total.add(($0 ?? 0) &* ($1 ?? 0)) }
    for number in 0..<events {
      one.send(number)
      other.send(number &+ 1)
    }
    return total.value
  }
}
