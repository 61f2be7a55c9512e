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
    let (source, last) = (Subject<Int, Never>(), 20_000)
    let suspension = Lock<Backpressure.Suspension?>(nil)
    let stack = Notes<UInt>()
    let delivery = source.deliver(on: scheduler, buffering: .suspending(1_000)).on(next: { value in
      switch value {
      case 0: suspension.withLock { $0 = Backpressure.current.map { Backpressure.Suspension($0) } }
      case last: stack.add(stackAddress())
      default:
        stack.add(stackAddress())
        source.send(value + 1)
      }
    })
    let recorder = Recorder(delivery)
    source.send(0)
    source.send(1)
    #expect(recorder.values == [0])
    _ = suspension.withLock { $0.take() }
    #expect(recorder.values == Array(0...last))
    let growth = stack.all[0] - stack.all.min()!
    #expect(growth < 4_096, "the stack has grown by \(growth) bytes")
    recorder.dispose()
  }
}

/// The address of a variable of this call.
@inline(never)
private func stackAddress() -> UInt {
  var here = 0
  return withUnsafePointer(to: &here) { UInt(bitPattern: $0) }
}
