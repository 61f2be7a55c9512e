import Measuring
import Rill

/// From a thread to an iterating task, without backpressure.
enum ValuesFromThread {
  static let workload = Workload(
    "values_from_thread", event: "value, from the send on a thread to its arrival in a task", events: 100_000,
    remark: "the sequences: AsyncStream; OpenCombine 0.14 cannot be iterated by a task", dependsOnTiming: true,
    [.rill: rill, .asyncAlgorithms: asyncAlgorithms, .hand: hand])

  @Sendable static func rill(_ events: Int) -> Int {
    let subject = Subject<Int, Never>()
    // Subscribes before the first value is sent.
    nonisolated(unsafe) var values = subject.values.makeAsyncIterator()
    return sending {
      for number in 0..<events { subject.send(number) }
      subject.complete()
    } receivedBy: {
      var sum = 0
      while let number = await values.next() { sum &+= number }
      return sum
    }
  }

  @Sendable static func asyncAlgorithms(_ events: Int) -> Int {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    return sending {
      for number in 0..<events { continuation.yield(number) }
      continuation.finish()
    } receivedBy: {
      var sum = 0
      for await number in stream { sum &+= number }
      return sum
    }
  }

  @Sendable static func hand(_ events: Int) -> Int {
    let channel = HandChannel()
    return sending {
      channel.send(0..<events)
    } receivedBy: {
      var sum = 0
      while let number = await channel.next() { sum &+= number }
      return sum
    }
  }
}
