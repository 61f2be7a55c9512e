import Measuring
import OpenCombine
import Rill
import Synchronization

/// Setting a behavior subject with one observer behind a map.
enum BehaviorSet {
  static let workload = Workload(
    "behavior_set", event: "set", events: 200_000, goal: 30,
    [.rill: rill, .openCombine: openCombine, .hand: hand])

  @Sendable static func rill(_ events: Int) -> Int {
    let total = Total()
    let subject = BehaviorSubject<Int, Never>(0)
    subject.map { $0 &+ 1 }.subscribe { total.add($0) }
    for number in 0..<events { subject.value = number }
    return total.value &+ subject.value
  }

  @Sendable static func openCombine(_ events: Int) -> Int {
    let total = Total()
    let subject = CurrentValueSubject<Int, Never>(0)
    let subscription = subject.map { $0 &+ 1 }.sink { total.add($0) }
    for number in 0..<events { subject.value = number }
    subscription.cancel()
    return total.value &+ subject.value
  }

  @Sendable static func hand(_ events: Int) -> Int {
    let total = Total()
    let receive = stored { total.add($0) }
    let observer = stored { receive($0 &+ 1) }
    let present = Mutex(0)
    observer(0)
    for number in 0..<events {
      present.withLock { present in
        present = number
        observer(number)
      }
    }
    return total.value &+ present.withLock { $0 }
  }
}
