import AsyncAlgorithms
import Measuring
import Rill

/// From an asynchronous sequence to an iterating task, with a buffer of 64 values: the faster side waits for the other.
enum SuspendingValues {
  static let workload = Workload(
    "values_suspending_64", event: "value", events: 100_000,
    remark: "the sequences: buffer(policy: .bounded(64)); OpenCombine cannot suspend a task",
    dependsOnTiming: true,
    [.rill: rill, .asyncAlgorithms: asyncAlgorithms, .hand: hand])

  @Sendable static func rill(_ events: Int) -> Int {
    waiting {
      var sum = 0
      for await number in Signal((0..<events).async).values(buffering: .suspending(64)) { sum &+= number }
      return sum
    }
  }

  @Sendable static func asyncAlgorithms(_ events: Int) -> Int {
    waiting {
      var sum = 0
      for await number in (0..<events).async.buffer(policy: .bounded(64)) { sum &+= number }
      return sum
    }
  }

  @Sendable static func hand(_ events: Int) -> Int {
    waiting {
      let channel = HandChannel(limit: 64)
      let sender = Task {
        for await number in (0..<events).async { await channel.sendWhenThereIsRoom(number) }
        channel.finish()
      }
      var sum = 0
      while let number = await channel.next() { sum &+= number }
      await sender.value
      return sum
    }
  }
}
