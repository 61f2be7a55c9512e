import AsyncAlgorithms
import Dispatch
import Measuring
import OpenCombine
import OpenCombineDispatch
import Rill
import Synchronization

/// From this thread to a serial queue, with the library's own batching.
enum DeliverOn {
  static let workload = Workload(
    "deliver_on", event: "event, from the send to its arrival on the queue", events: 100_000, goal: 100,
    remark: "the sequences: an AsyncStream between two tasks; by hand: one block drains a burst", dependsOnTiming: true,
    [.rill: rill, .openCombine: openCombine, .asyncAlgorithms: asyncAlgorithms, .hand: hand])

  @Sendable static func rill(_ events: Int) -> Int {
    let total = Total()
    let done = DispatchSemaphore(value: 0)
    let subject = Rill.Subject<Int, Never>()
    subject.deliver(on: .queue()).subscribe(next: { total.add($0) }, completed: { done.signal() })
    for number in 0..<events { subject.send(number) }
    subject.complete()
    done.wait()
    return total.value
  }

  @Sendable static func openCombine(_ events: Int) -> Int {
    let total = Total()
    let done = DispatchSemaphore(value: 0)
    let subject = PassthroughSubject<Int, Never>()
    let queue = DispatchQueue(label: "benchmark")
    let subscription = subject.receive(on: queue.ocombine)
      .sink(receiveCompletion: { _ in done.signal() }, receiveValue: { total.add($0) })
    for number in 0..<events { subject.send(number) }
    subject.send(completion: .finished)
    done.wait()
    subscription.cancel()
    return total.value
  }

  @Sendable static func asyncAlgorithms(_ events: Int) -> Int {
    waiting {
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      let received = Task {
        var sum = 0
        for await number in stream { sum &+= number }
        return sum
      }
      for number in 0..<events { continuation.yield(number) }
      continuation.finish()
      return await received.value
    }
  }

  @Sendable static func hand(_ events: Int) -> Int {
    let total = Total()
    let queue = DispatchQueue(label: "benchmark")
    let waiting = Mutex(ContiguousArray<Int>())
    let receive = stored { total.add($0) }
    for number in 0..<events {
      let isFirst = waiting.withLock { waiting in
        waiting.append(number)
        return waiting.count == 1
      }
      guard isFirst else { continue }
      queue.async {
        var burst = ContiguousArray<Int>()
        waiting.withLock { swap(&$0, &burst) }
        for number in burst { receive(number) }
      }
    }
    queue.sync {}
    return total.value
  }
}
