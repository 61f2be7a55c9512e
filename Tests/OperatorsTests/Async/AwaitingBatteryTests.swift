import Operators
import StreamTesting
import Testing

/// The battery for operators with asynchronous closures, whose tasks run in virtual time.
@Suite struct AwaitingBatteryTests {
  @Test(arguments: [
    FlattenStrategy.concat, .ordered(maxConcurrent: 3), .merge(maxConcurrent: 3), .latest, .first,
  ])
  func mapAwaiting(_ strategy: FlattenStrategy) {
    let time = TestScheduler()
    Battery.check("map(awaiting: \(strategy))", .usesTime(time)) { (input: Signal<Int, TestFailure>) in
      input.performing(on: time).map(awaiting: strategy) { $0 }
    }
  }

  @Test func filterAwaiting() {
    let time = TestScheduler()
    Battery.check("filter(awaiting:)", .usesTime(time)) { (input: Signal<Int, TestFailure>) in
      input.performing(on: time).filter(awaiting: .ordered(maxConcurrent: 2)) { $0 != 2 }
    }
  }

  @Test func flatMapAwaiting() {
    let time = TestScheduler()
    Battery.check("flatMap(awaiting:)", .usesTime(time)) { (input: Signal<Int, TestFailure>) in
      input.performing(on: time).flatMap(awaiting: .concat) { .just($0) }
    }
  }

  @Test func recover() {
    let time = TestScheduler()
    Battery.check("recover", .usesTime(time), .handlesFailure) { (input: Signal<Int, TestFailure>) in
      input.performing(on: time).recover { _ in 0 }
    }
  }

  @Test func retryAwaiting() {
    let time = TestScheduler()
    Battery.check("retry { }", .usesTime(time), .handlesFailure) { (input: Signal<Int, TestFailure>) in
      input.performing(on: time).retry { _, count in count < 2 }
    }
  }
}

extension Signal {
  /// Sends the same events in the scheduler's environment on any thread.
  ///
  /// The tasks started by them run in virtual time.
  fileprivate func performing(on time: TestScheduler) -> Signal {
    Signal(attaching: { sink, subscription in
      self.attach(
        Sink(
          next: { value in time.perform { sink.next(value) } },
          end: { completion in time.perform { sink.end(completion) } }),
        to: subscription)
    })
  }
}
