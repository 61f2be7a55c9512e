import Rill
import StreamTesting
import Testing

@Suite struct CommandLifetimeTests {
  @Test func aCommandWithoutObserversIsReleased_withTheCapturesOfItsWork() {
    let probe = LifetimeProbe()
    var command: Command<Int, Int, Never>? = Command(on: .immediate) { [object = probe.object()] input in
      object.touch()
      return .just(input)
    }
    command?.execute(1)
    #expect(probe.liveCount == 1)
    command = nil
    #expect(probe.liveCount == 0)
  }

  /// No code can send to this work or end it. The command retains it until it is released.
  @Test func workThatNeverEndsIsReleasedWithTheCommand() {
    let probe = LifetimeProbe()
    var command: Command<Int, LifetimeProbe.Object, Never>? = Command(on: .immediate) { _ in
      let object = probe.object()
      return Signal { observer in
        observer.send(object)
        return Disposable { object.touch() }
      }
    }
    command?.execute(1)
    #expect(command?.isExecuting == true)
    #expect(probe.liveCount == 1)
    command = nil
    #expect(probe.liveCount == 0)
  }

  @Test func workThatNeverEndsCanBeCancelled() {
    let probe = LifetimeProbe()
    let command = Command<Int, Int, Never>(on: .immediate) { _ in
      Signal { [object = probe.object()] _ in Disposable { object.touch() } }
    }
    let execution = command.execute(1)
    #expect(command.isExecuting)
    execution.cancel()
    #expect(!command.isExecuting && command.isEnabled)
    #expect(probe.liveCount == 0)
  }

  @Test func anExecutionWhoseWorkIsGoneEndsAsCancelled() {
    let work = Work()
    var command: Command<Int, Int, Trouble>? = Command(on: .immediate) { _ in .never }
    let errors = Log<CommandError<Trouble>>()
    command?.execute(1).subscribe(next: { _ in }, failed: { errors.add($0) })
    #expect(errors.all.isEmpty)
    command = nil
    #expect(errors.all == [.cancelled])
    #expect(work.count == 0)
  }

  @Test func inputsOfWaitingExecutionsAreReleasedWhenTheyAreCancelled() {
    let probe = LifetimeProbe()
    let command = Command<LifetimeProbe.Object, Int, Never>(policy: .queue, on: .immediate) { _ in .never }
    command.execute(probe.object())
    let waiting = command.execute(probe.object())
    #expect(probe.liveCount == 1)
    waiting.cancel()
    #expect(probe.liveCount == 0)
  }

  /// A test may end without running its scheduler, and leave actions scheduled.
  @Test func aReleasedSchedulerWithPendingNotificationsRetainsNothing() {
    let probe = LifetimeProbe()
    let ends = Log<String>()
    do {
      let time = TestScheduler()
      let command = Command<Int, LifetimeProbe.Object, Never>(on: time) { _ in .just(probe.object()) }
      command.values.subscribe(
        next: { [object = probe.object()] _ in object.touch() }, completed: { ends.add("values") })
      command.execute(0)
      #expect(probe.liveCount == 2)
    }
    #expect(probe.liveCount == 0)
    #expect(ends.all == ["values"])
  }

  /// Disposing schedules an action, which retains the subscriber until it runs. Here it never runs.
  @Test func aSchedulerOnWhichNothingRunsAfterDisposalIsReleased() {
    weak var scheduler: TestScheduler?
    do {
      let time = TestScheduler()
      scheduler = time
      let command = Command(on: time) { (number: Int) in Signal<Int, Never>.just(number) }
      let streams = [
        command.executionSignals.flatten(.concat), command.values, command.executionsInFlight.signal,
        command.executionSignals.map { _ in 0 },
      ]
      let handles = streams.map { $0.subscribe { _ in } }
      command.execute(1)
      time.run()
      for handle in handles { handle.dispose() }
      #expect(time.pendingCount > 0)
    }
    #expect(scheduler == nil)
  }

  @Test func allStreamsCompleteWithTheCommand_alsoForLateSubscribers() {
    let condition = Subject<Bool, Never>()
    var command: Command<Int, Int, Trouble>? = Command(enabledIf: condition, on: .immediate) { .just($0) }
    let streams: [Signal<Void, Never>] = [
      command!.enabled.signal.map { _ in }, command!.executing.signal.map { _ in },
      command!.executionsInFlight.signal.map { _ in },
      command!.policies.signal.map { _ in }, command!.executionSignals.map { _ in }, command!.values.map { _ in },
      command!.completions, command!.errors.map { _ in },
    ]
    let log = Log<Int>()
    for (index, stream) in streams.enumerated() {
      stream.subscribe(next: { _ in }, completed: { log.add(index) })
    }
    command = nil
    #expect(log.all.count == streams.count)
    for (index, stream) in streams.enumerated() {
      stream.subscribe(next: { _ in }, completed: { log.add(index) })
    }
    #expect(log.all.count == 2 * streams.count)
  }

  @Test func releasedInsideItsOwnObserver() {
    final class Owner: @unchecked Sendable { var command: Command<Int, Int, Never>? }
    let owner = Owner()
    let log = Log<String>()
    owner.command = Command(on: .immediate) { .just($0) }
    owner.command?.values.subscribe(
      next: { value in
        log.add("value \(value)")
        owner.command = nil
      }, completed: { log.add("end") })
    owner.command?.execute(1)
    #expect(log.all == ["value 1", "end"])
  }
}
