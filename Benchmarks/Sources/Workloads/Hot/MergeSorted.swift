import Measuring
import Rill
import Synchronization

/// Two subjects that send sorted values in turn, merged in order.
enum MergeSorted {
  static let workload = Workload(
    "merge_sorted_2", event: "send", events: 100_000, remark: "the peers merge in the order of arrival",
    [.rill: rill, .hand: hand])

  @Sendable static func rill(_ events: Int) -> Int {
    let total = Total()
    let one = Subject<Int, Never>()
    let other = Subject<Int, Never>()
    mergeSorted(one, other).subscribe { total.add(total.value &+ $0) }
    for number in 0..<events / 2 {
      one.send(2 &* number)
      other.send(2 &* number &+ 1)
    }
    one.complete()
    other.complete()
    return total.value
  }

  @Sendable static func hand(_ events: Int) -> Int {
    let total = Total()
    let merging = Mutex(Merging())
    let receive = stored { total.add(total.value &+ $0) }
    let subjects = [HandSubject(), HandSubject()]
    for (lane, subject) in subjects.enumerated() {
      _ = subject.add(stored { @Sendable number in merging.withLock { $0.take(number, lane, receive) } })
    }
    for number in 0..<events / 2 {
      subjects[0].send(2 &* number)
      subjects[1].send(2 &* number &+ 1)
    }
    merging.withLock { $0.finish(receive) }
    return total.value
  }

  private struct Merging: Sendable {
    var lanes: [ContiguousArray<Int>] = [[], []]
    var heads = [0, 0]

    mutating func take(_ number: Int, _ lane: Int, _ receive: (Int) -> Void) {
      lanes[lane].append(number)
      while heads[0] < lanes[0].count, heads[1] < lanes[1].count {
        receive(pop(lanes[0][heads[0]] <= lanes[1][heads[1]] ? 0 : 1))
      }
    }

    mutating func finish(_ receive: (Int) -> Void) {
      for lane in 0..<2 { while heads[lane] < lanes[lane].count { receive(pop(lane)) } }
    }

    private mutating func pop(_ lane: Int) -> Int {
      let number = lanes[lane][heads[lane]]
      heads[lane] += 1
      if heads[lane] == lanes[lane].count {
        lanes[lane].removeAll(keepingCapacity: true)
        heads[lane] = 0
      }
      return number
    }
  }
}
