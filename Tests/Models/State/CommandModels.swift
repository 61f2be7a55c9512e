import Interleaving
import ModelSupport
import Rill
import Testing

@Suite struct CommandModels {
  /// Work that another thread ends.
  private final class Works: Sendable {
    let (begun, ended, at) = (Count(), Count(), Shared(0))
    let most = Count()
  }

  @Test func twoThreadsExecuteAnExclusiveCommand() throws {
    try model("Command, exclusive: execute, execute") { program in
      let works = Works()
      let command = Command<Int, Int, Never>(policy: .exclusive, on: .immediate) { number in
        works.at.value += 1
        works.begun.add()
        return .just(number)
      }
      for thread in 0..<2 { program.thread { command.execute(thread) } }
      program.atEnd { expect((1...2).contains(works.begun.now), "\(works.begun.now) have begun") }
    }
  }

  @Test func aQueueRunsAllOfThem() throws {
    try model("Command, queue: execute, execute") { program in
      let works = Works()
      let command = Command<Int, Int, Never>(policy: .queue, on: .immediate) { number in
        works.at.value += 1
        works.begun.add()
        return .just(number)
      }
      for thread in 0..<2 { program.thread { command.execute(thread) } }
      program.atEnd { expect(works.begun.now == 2, "\(works.begun.now) have begun") }
    }
  }

  /// Checking and starting are one step: only one of two callers may start while the work runs.
  @Test func oneOfTwoIsRefused() throws {
    try model("Command, exclusive: execute, execute, without an end") { program in
      let (begun, refused) = (Count(), Count())
      let command = Command<Int, Int, Never>(policy: .exclusive, on: .immediate) { _ in
        begun.add()
        return .never
      }
      for thread in 0..<2 {
        program.thread { command.execute(thread).subscribe(next: { _ in }, failed: { _ in refused.add() }) }
      }
      program.atEnd {
        expect(begun.now == 1 && refused.now == 1, "\(begun.now) executions have begun, \(refused.now) were refused")
        command.cancelAll()
      }
    }
  }

  /// Observers receive every change, in the order in which the changes took effect.
  @Test func theNumberOfExecutionsIsDelivered() throws {
    try model("Command, concurrent: execute, execute, observed", schedules: 2 * Bounds.schedules) { program in
      let told = Told<Int>()
      let command = Command<Int, Int, Never>(policy: .concurrent, on: .immediate) { .just($0) }
      let handle = command.executionsInFlight.subscribe { told.append($0) }
      for thread in 0..<2 { program.thread { command.execute(thread) } }
      program.atEnd {
        expect([[0, 1, 0, 1, 0], [0, 1, 2, 1, 0]].contains(told.values), "told \(told.values)")
        handle.dispose()
      }
    }
  }

  @Test func theLastStateIsDeliveredLast() throws {
    try model("Command: set, set, observed") { program in
      let told = Told<ExecutionPolicy>()
      let command = Command<Int, Int, Never>(policy: .exclusive, on: .immediate) { .just($0) }
      let handle = command.policies.subscribe { told.append($0) }
      for policy in [ExecutionPolicy.concurrent, .latest] { program.thread { command.policy = policy } }
      program.atEnd {
        expect(told.values.count == 3 && told.values.last == command.policy, "told \(told.values)")
        handle.dispose()
      }
    }
  }

  @Test func anEndIsDeliveredOnce() throws {
    try model("Command, concurrent: send, cancelAll, observed") { program in
      let (subject, ends) = (Subject<Int, Never>(), Count())
      let command = Command<Int, Int, Never>(policy: .concurrent, on: .immediate) { _ in subject.signal }
      let handle = command.cancellations.subscribe { ends.add() }
      command.execute(1)
      program.thread { subject.send(1) }
      program.thread { command.cancelAll() }
      program.atEnd {
        expect(ends.now == 1, "\(ends.now) ends were sent")
        handle.dispose()
        // A released command notifies no observer.
        withExtendedLifetime(command) {}
      }
    }
  }

  /// The handle receives the values that observers received, then its end, and then nothing.
  @Test func aDeliveredValueArrivesBeforeTheEnd() throws {
    try model("Command, concurrent: send, cancelAll, values observed", preemptions: 1) { program in
      let (subject, told, heard) = (Subject<Int, Never>(), Count(), Told<Int>())
      let command = Command<Int, Int, Never>(policy: .concurrent, on: .immediate) { _ in subject.signal }
      let handle = command.values.subscribe { _ in told.add() }
      command.execute(1).subscribe(next: { heard.append($0) }, failed: { _ in heard.append(8) })
      program.thread { subject.send(1) }
      program.thread { command.cancelAll() }
      program.atEnd {
        expect(heard.values == (told.now == 1 ? [1, 8] : [8]), "told \(told.now), heard \(heard.values)")
        handle.dispose()
        withExtendedLifetime(command) {}
      }
    }
  }

  // One step of each thread: small enough for all interleavings.

  @Test func twoThreadsSetThePolicy() throws {
    try model("Command: set, set", withoutBound: true) { program in
      let command = Command<Int, Int, Never>(policy: .exclusive, on: .immediate) { .just($0) }
      for policy in [ExecutionPolicy.concurrent, .latest] { program.thread { command.policy = policy } }
      program.atEnd { expect(command.policy != .exclusive, "it is \(command.policy)") }
    }
  }

  @Test func oneThatIsRefusedOrNot() throws {
    try model("Command, exclusive: execute, set the condition", withoutBound: true) { program in
      let (condition, begun) = (BehaviorSubject<Bool, Never>(true), Count())
      let command = Command<Int, Int, Never>(enabledIf: condition, policy: .exclusive, on: .immediate) { _ in
        begun.add()
        return .empty
      }
      program.thread { command.execute(1) }
      program.thread { condition.send(false) }
      program.atEnd { expect(begun.now <= 1 && !command.isEnabled && !command.isExecuting, "\(begun.now) have begun") }
    }
  }

  /// Sends the values of a stream to an execution, and counts its teardowns.
  private func running(
    _ name: String, _ program: @escaping (Program, Command<Int, Int, Never>, Subject<Int, Never>) -> Void
  ) throws {
    try model("Command, concurrent: \(name)", schedules: 2 * Bounds.schedules) { execution in
      let (ended, subject, told) = (Count(), Subject<Int, Never>(), Told<Int>())
      let command = Command<Int, Int, Never>(policy: .concurrent, on: .immediate) { _ in
        Signal { observer in
          let inner = subject.subscribe(next: { observer.send($0) }, completed: { observer.complete() })
          return Disposable {
            inner.dispose()
            ended.add()
          }
        }
      }
      command.execute(1).subscribe(
        next: { told.append($0) }, failed: { _ in told.append(8) }, completed: { told.append(9) })
      program(execution, command, subject)
      execution.atEnd {
        expect(ended.now == 1, "\(ended.now) ended")
        expect([[8], [9], [1, 8], [1, 9]].contains(told.values), "told \(told.values)")
      }
    }
  }

  @Test func oneThatIsCancelledWhileItSends() throws {
    try running("send, cancelAll") { program, command, subject in
      program.thread { subject.send(1) }
      program.thread { command.cancelAll() }
    }
  }

  @Test func oneThatIsCancelledWhileItEnds() throws {
    try running("end, cancelAll") { program, command, subject in
      program.thread { subject.complete() }
      program.thread { command.cancelAll() }
    }
  }
}
