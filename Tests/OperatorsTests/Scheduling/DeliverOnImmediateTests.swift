import Operators
import StreamTesting
import TestSupport
import Testing

/// `deliver(on:)` on schedulers that run an action before `schedule` returns.
struct DeliverOnImmediateTests {
  /// The consumer has suspended once. So the action delivers outside of the source's gate, and the source adds a value
  /// to the queue for each one that is delivered.
  @Test(arguments: [ImmediateScheduler() as any Scheduler, InlineScheduler()])
  func aQueueThatIsRefilledNeedsNoStack(_ scheduler: any Scheduler) {
    onSmallStack {
      let (source, last) = (Subject<Int, Never>(), 100_000)
      let suspension = Lock<Backpressure.Suspension?>(nil)
      let delivery = source.deliver(on: scheduler, buffering: .suspending(1_000)).on(next: { value in
        if value == 0 {
          suspension.withLock { $0 = Backpressure.current.map { Backpressure.Suspension($0) } }
        } else if value < last {
          source.send(value + 1)
        }
      })
      let recorder = Recorder(delivery)
      source.send(0)
      source.send(1)
      #expect(recorder.values == [0])
      _ = suspension.withLock { $0.take() }
      #expect(recorder.values == Array(0...last))
      recorder.dispose()
    }
  }
}
