import Measuring
import OpenCombine
import Rill

/// A subject with one observer behind map and filter.
enum SubjectPush1 {
  static let workload = Workload(
    "subject_push_1", event: "send", events: 200_000, goal: 25,
    [
      .rill: { SubjectPush.rill($0, observers: 1) },
      .openCombine: { SubjectPush.openCombine($0, observers: 1) },
      .hand: { SubjectPush.hand($0, observers: 1) },
    ])
}

/// A subject with a hundred observers, each with its own map and filter.
enum SubjectPush100 {
  static let workload = Workload(
    "subject_push_100", event: "delivery", events: 1_000_000, goal: 5,
    [
      .rill: { SubjectPush.rill($0, observers: 100) },
      .openCombine: { SubjectPush.openCombine($0, observers: 100) },
      .hand: { SubjectPush.hand($0, observers: 100) },
    ])
}

/// The common code of both, which the scale of observers also uses.
enum SubjectPush {
  static func rill(_ events: Int, observers: Int) -> Int {
    let total = Total()
    let subject = Rill.Subject<Int, Never>()
    for _ in 0..<observers {
      subject.map { $0 &* 3 }.filter { $0 & 1 == 0 }.subscribe { total.add($0) }
    }
    for number in 0..<events / observers { subject.send(number) }
    return total.value
  }

  static func openCombine(_ events: Int, observers: Int) -> Int {
    let total = Total()
    let subject = PassthroughSubject<Int, Never>()
    let subscriptions = (0..<observers).map { _ in
      subject.map { $0 &* 3 }.filter { $0 & 1 == 0 }.sink { total.add($0) }
    }
    for number in 0..<events / observers { subject.send(number) }
    for subscription in subscriptions { subscription.cancel() }
    return total.value
  }

  static func hand(_ events: Int, observers: Int) -> Int {
    let total = Total()
    let subject = HandSubject()
    for _ in 0..<observers {
      let receive = stored { @Sendable (number: Int) in total.add(number) }
      let filter = stored { @Sendable (number: Int) in if number & 1 == 0 { receive(number) } }
      _ = subject.add(stored { @Sendable number in filter(number &* 3) })
    }
    for number in 0..<events / observers { subject.send(number) }
    return total.value
  }
}
