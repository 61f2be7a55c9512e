import Measuring
import OpenCombine
import Rill

/// Subscribing to a subject through a map, and disposing, repeatedly.
enum SubscribeDispose {
  static let workload = Workload(
    "subscribe_dispose", event: "subscription made and disposed", events: 50_000, goal: 150,
    [.rill: rill, .openCombine: openCombine, .hand: hand])

  @Sendable static func rill(_ events: Int) -> Int {
    let total = Total()
    let subject = Rill.Subject<Int, Never>()
    for _ in 0..<events {
      let subscription = subject.map { $0 &+ 1 }.subscribe { total.add($0) }
      subscription.dispose()
      total.add(1)
    }
    subject.send(1)
    return total.value
  }

  @Sendable static func openCombine(_ events: Int) -> Int {
    let total = Total()
    let subject = PassthroughSubject<Int, Never>()
    for _ in 0..<events {
      let subscription = subject.map { $0 &+ 1 }.sink { total.add($0) }
      subscription.cancel()
      total.add(1)
    }
    subject.send(1)
    return total.value
  }

  @Sendable static func hand(_ events: Int) -> Int {
    let total = Total()
    let subject = HandSubject()
    for _ in 0..<events {
      let receive = stored { total.add($0) }
      let id = subject.add(stored { receive($0 &+ 1) })
      subject.remove(id)
      total.add(1)
    }
    subject.send(1)
    return total.value
  }
}
