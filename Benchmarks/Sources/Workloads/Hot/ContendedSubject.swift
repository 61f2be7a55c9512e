import Foundation
import Measuring
import OpenCombine
import Rill

/// Two threads that send to one subject as fast as they can. The time is that of both threads per send.
enum ContendedSubject {
  static let workload = Workload(
    "contended_subject", event: "send", events: 200_000, goal: 90, dependsOnTiming: true,
    [.rill: { rill($0, Rill.Subject()) }, .openCombine: { openCombine($0) }, .hand: { hand($0) }])

  /// Another thread may deliver this thread's values after its last `send`; completion comes after them.
  static func rill(
    _ events: Int, _ subject: Rill.Subject<Int, Never>, senders: Int = 2, observers: Int = 1,
    _ transform: @escaping @Sendable (Int) -> Int = { $0 &+ 1 }
  ) -> Int {
    let totals = totals(observers)
    let isOver = DispatchSemaphore(value: 0)
    for total in totals {
      subject.map(transform).subscribe(next: { total.add($0) }, completed: { isOver.signal() })
    }
    onThreads(senders) { for number in 0..<events / observers / senders { subject.send(number) } }
    subject.complete()
    for _ in totals { isOver.wait() }
    return sum(totals)
  }

  static func openCombine(
    _ events: Int, senders: Int = 2, observers: Int = 1, _ transform: @escaping @Sendable (Int) -> Int = { $0 &+ 1 }
  ) -> Int {
    let totals = totals(observers)
    nonisolated(unsafe) let subject = PassthroughSubject<Int, Never>()
    let subscriptions = totals.map { total in subject.map(transform).sink { total.add($0) } }
    onThreads(senders) { for number in 0..<events / observers / senders { subject.send(number) } }
    for subscription in subscriptions { subscription.cancel() }
    return sum(totals)
  }

  static func hand(
    _ events: Int, senders: Int = 2, observers: Int = 1, _ transform: @escaping @Sendable (Int) -> Int = { $0 &+ 1 }
  ) -> Int {
    let totals = totals(observers)
    let subject = HandSubject()
    for total in totals {
      let receive = stored { total.add($0) }
      _ = subject.add(stored { receive(transform($0)) })
    }
    onThreads(senders) { for number in 0..<events / observers / senders { subject.send(number) } }
    return sum(totals)
  }

  /// One total for each observer, because a peer delivers to two of them concurrently.
  private static func totals(_ count: Int) -> [Total] { (0..<count).map { _ in Total() } }

  private static func sum(_ totals: [Total]) -> Int { totals.reduce(0) { $0 &+ $1.value } }

  /// All threads begin when all of them are ready.
  private static func onThreads(_ count: Int, _ work: @escaping @Sendable () -> Void) {
    let isThere = DispatchSemaphore(value: 0)
    let begin = DispatchSemaphore(value: 0)
    let done = DispatchSemaphore(value: 0)
    for _ in 1..<count {
      Thread.detachNewThread {
        isThere.signal()
        begin.wait()
        work()
        done.signal()
      }
      isThere.wait()
    }
    for _ in 1..<count { begin.signal() }
    work()
    for _ in 1..<count { done.wait() }
  }
}

/// Four threads that send to one subject, which has one observer, two, or a hundred.
enum ContendedByFour {
  static let workloads = [1, 2, 100].map { observers in
    Workload(
      "contended_4_to_\(observers)", event: "delivery", events: max(200_000, 10_000 * observers), dependsOnTiming: true,
      [
        .rill: { ContendedSubject.rill($0, Rill.Subject(), senders: 4, observers: observers) },
        .openCombine: { ContendedSubject.openCombine($0, senders: 4, observers: observers) },
        .hand: { ContendedSubject.hand($0, senders: 4, observers: observers) },
      ])
  }
}
