import Measuring
import Rill

/// A subject with four keys, whose values make streams of one value: one stream at a time for each key.
enum FlatMapPerKey {
  static let workload = Workload(
    "flatMap_per_key_4", event: "send", events: 50_000, remark: "the peers have no strategy for each key",
    [.rill: rill, .hand: hand])

  @Sendable static func rill(_ events: Int) -> Int {
    let total = Total()
    let subject = Subject<Int, Never>()
    subject.flatMap(.concat, per: { $0 & 3 }) { number in .just(number &* 2) }.subscribe { total.add($0) }
    for number in 0..<events { subject.send(number) }
    return total.value
  }

  @Sendable static func hand(_ events: Int) -> Int {
    let total = Total()
    var waiting: [Int: [Int]] = [:]
    let receive = stored { total.add($0 &* 2) }
    for number in 0..<events {
      let isIdle = waiting[number & 3] == nil
      waiting[number & 3, default: []].append(number)
      guard isIdle else { continue }
      for number in waiting.removeValue(forKey: number & 3) ?? [] { receive(number) }
    }
    return total.value
  }
}
