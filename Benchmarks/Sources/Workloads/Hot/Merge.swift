import Measuring
import OpenCombine
import Rill
import Synchronization

/// Four subjects that send in turn, merged.
enum Merge {
  static let workload = Workload(
    "merge_4", event: "send", events: 100_000, goal: 30,
    remark: "OpenCombine 0.14 has no merge: flatMap over the four",
    [.rill: rill, .openCombine: openCombine, .hand: hand])

  @Sendable static func rill(_ events: Int) -> Int {
    let total = Total()
    let subjects = (0..<4).map { _ in Rill.Subject<Int, Never>() }
    merge(subjects[0], subjects[1], subjects[2], subjects[3]).subscribe { total.add($0) }
    for number in 0..<events { subjects[number & 3].send(number) }
    return total.value
  }

  @Sendable static func openCombine(_ events: Int) -> Int {
    let total = Total()
    let subjects = (0..<4).map { _ in PassthroughSubject<Int, Never>() }
    let subscription = subjects.publisher.flatMap { $0 }.sink { total.add($0) }
    for number in 0..<events { subjects[number & 3].send(number) }
    subscription.cancel()
    return total.value
  }

  @Sendable static func hand(_ events: Int) -> Int {
    let total = Total()
    let joint = Mutex(())
    let receive = stored { total.add($0) }
    let subjects = (0..<4).map { _ in HandSubject() }
    for subject in subjects {
      _ = subject.add(stored { value in joint.withLock { _ in receive(value) } })
    }
    for number in 0..<events { subjects[number & 3].send(number) }
    return total.value
  }
}
