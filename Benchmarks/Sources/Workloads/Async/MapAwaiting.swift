import Dispatch
import Measuring
import Rill

/// An asynchronous function for each value sent by a thread, serially.
enum MapAwaiting {
  static let workload = Workload(
    "map_awaiting", event: "value, from the send on a thread to the return of the function", events: 20_000,
    remark: "the sequences: AsyncStream and map; OpenCombine has no asynchronous functions", dependsOnTiming: true,
    [.rill: rill, .asyncAlgorithms: asyncAlgorithms, .hand: hand])

  @Sendable static func rill(_ events: Int) -> Int {
    let total = Total()
    let done = DispatchSemaphore(value: 0)
    let subject = Subject<Int, Never>()
    subject.map(awaiting: .concat) { await double($0) }
      .subscribe(next: { total.add($0) }, completed: { done.signal() })
    for number in 0..<events { subject.send(number) }
    subject.complete()
    done.wait()
    return total.value
  }

  @Sendable static func asyncAlgorithms(_ events: Int) -> Int {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    return sending {
      for number in 0..<events { continuation.yield(number) }
      continuation.finish()
    } receivedBy: {
      var sum = 0
      for await number in stream.map({ await double($0) }) { sum &+= number }
      return sum
    }
  }

  @Sendable static func hand(_ events: Int) -> Int {
    let channel = HandChannel()
    return sending {
      channel.send(0..<events)
    } receivedBy: {
      var sum = 0
      while let number = await channel.next() { sum &+= await double(number) }
      return sum
    }
  }

  @inline(never)
  private static func double(_ number: Int) async -> Int { number &* 2 }
}
