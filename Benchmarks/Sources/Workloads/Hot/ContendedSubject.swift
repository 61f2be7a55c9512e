import Foundation
import Measuring
import OpenCombine
import Rill

/// Two threads that send to one subject as fast as they can. The time is that of both together, per send.
enum ContendedSubject {
  static let workload = Workload(
    "contended_subject", event: "send", events: 200_000, goal: 90, dependsOnTiming: true,
    [.rill: rill, .openCombine: openCombine, .hand: hand])

  @Sendable static func rill(_ events: Int) -> Int { rill(events, Rill.Subject()) }

  /// What one thread has left to others may be delivered after its last `send`, and the end comes after that.
  static func rill(_ events: Int, _ subject: Rill.Subject<Int, Never>) -> Int {
    let total = Total()
    let isOver = DispatchSemaphore(value: 0)
    subject.map { $0 &+ 1 }.subscribe(next: { total.add($0) }, completed: { isOver.signal() })
    onTwoThreads { for number in 0..<events / 2 { subject.send(number) } }
    subject.complete()
    isOver.wait()
    return total.value
  }

  @Sendable static func openCombine(_ events: Int) -> Int {
    let total = Total()
    nonisolated(unsafe) let subject = PassthroughSubject<Int, Never>()
    let subscription = subject.map { $0 &+ 1 }.sink { total.add($0) }
    onTwoThreads { for number in 0..<events / 2 { subject.send(number) } }
    subscription.cancel()
    return total.value
  }

  @Sendable static func hand(_ events: Int) -> Int {
    let total = Total()
    let subject = HandSubject()
    let receive = stored { total.add($0) }
    _ = subject.add(stored { receive($0 &+ 1) })
    onTwoThreads { for number in 0..<events / 2 { subject.send(number) } }
    return total.value
  }

  /// Both begin when both are there.
  static func onTwoThreads(_ work: @escaping @Sendable () -> Void) {
    let isThere = DispatchSemaphore(value: 0)
    let begin = DispatchSemaphore(value: 0)
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      isThere.signal()
      begin.wait()
      work()
      done.signal()
    }
    isThere.wait()
    begin.signal()
    work()
    done.wait()
  }
}
