import Foundation
import Measuring
import OpenCombine
import Rill

/// Two threads that send to one subject as fast as they can. The time is that of both together, per send.
enum ContendedSubject {
  static let workload = Workload(
    "contended_subject", event: "send", events: 200_000, goal: 90, dependsOnTiming: true,
    [.rill: { rill($0, Rill.Subject()) }, .openCombine: { openCombine($0) }, .hand: { hand($0) }])

  /// What one thread has left to others may be delivered after its last `send`, and the end comes after that.
  static func rill(
    _ events: Int, _ subject: Rill.Subject<Int, Never>, senders: Int = 2,
    _ transform: @escaping @Sendable (Int) -> Int = { $0 &+ 1 }
  ) -> Int {
    let total = Total()
    let isOver = DispatchSemaphore(value: 0)
    subject.map(transform).subscribe(next: { total.add($0) }, completed: { isOver.signal() })
    onThreads(senders) { for number in 0..<events / senders { subject.send(number) } }
    subject.complete()
    isOver.wait()
    return total.value
  }

  static func openCombine(
    _ events: Int, senders: Int = 2, _ transform: @escaping @Sendable (Int) -> Int = { $0 &+ 1 }
  ) -> Int {
    let total = Total()
    nonisolated(unsafe) let subject = PassthroughSubject<Int, Never>()
    let subscription = subject.map(transform).sink { total.add($0) }
    onThreads(senders) { for number in 0..<events / senders { subject.send(number) } }
    subscription.cancel()
    return total.value
  }

  static func hand(
    _ events: Int, senders: Int = 2, _ transform: @escaping @Sendable (Int) -> Int = { $0 &+ 1 }
  ) -> Int {
    let total = Total()
    let subject = HandSubject()
    let receive = stored { total.add($0) }
    _ = subject.add(stored { receive(transform($0)) })
    onThreads(senders) { for number in 0..<events / senders { subject.send(number) } }
    return total.value
  }

  /// All begin when all are there.
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
