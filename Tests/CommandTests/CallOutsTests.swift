import Command
import StreamTesting
import Testing

#if DEBUG
  /// Contract 4, for commands: inputs, values, failures and closures that look whether a lock is held wherever they are used.
  struct CommandCallOutsTests {
    private static let policies: [ExecutionPolicy] = [
      .exclusive, .concurrent, .concurrent(max: 2), .queue, .queue(limit: 1), .latest, .dropToNewest,
    ]

    @Test(arguments: policies, [true, false])
    func nothingOfTheUsersRunsUnderALock(_ policy: ExecutionPolicy, _ isInline: Bool) {
      let probe = LockProbe()
      let time = TestScheduler()
      do {
        let observers = Lock<[Observer<Probed, Probed>]>([])
        let enabled = BehaviorSubject<Bool, Never>(true)
        let command = Command(
          enabledIf: enabled, policy: policy, on: isInline ? ImmediateScheduler() : time as any Scheduler
        ) { (input: Probed, progress: ProgressReporter) in
          Signal<Probed, Probed> { observer in
            probe.look("the work")
            progress.report(0.5)
            observer.send(input)
            observers.withLock { $0.append(observer) }
            return Disposable { [input] in probe.look("the teardown of \(input)") }
          }
        }
        command.values.subscribe { _ in probe.look("a handler of values") }
        command.errors.subscribe { _ in probe.look("a handler of errors") }
        command.progress.subscribe { _ in probe.look("a handler of progress") }
        command.executing.subscribe { _ in probe.look("a handler of executing") }
        command.enabled.subscribe { _ in probe.look("a handler of enabled") }
        command.executionSignals.subscribe { execution in
          probe.look("a handler of executions")
          execution.subscribe { _ in probe.look("a handler of an execution's values") }
        }
        for number in 1...4 {
          let execution = command.execute(probe.value(number))
          execution.subscribe(
            next: { _ in probe.look("a handler") }, failed: { _ in probe.look("a handler of failures") },
            completed: { probe.look("a handler of completion") })
          time.run()
          if number == 2 { execution.cancel() }
        }
        for (index, observer) in observers.withLock({ $0 }).enumerated() {
          observer.send(probe.value(10))
          if index.isMultiple(of: 2) { observer.fail(probe.value(11)) } else { observer.complete() }
          time.run()
        }
        enabled.value = false
        command.execute(probe.value(12)).subscribe(next: { _ in }, failed: { _ in probe.look("a refusal") })
        enabled.value = true
        command.execute(probe.value(13))
        command.cancelAll()
        command.execute(probe.value(14))
        time.run()
      }
      time.run()
      #expect(probe.lookCount > 10)
      #expect(probe.breaches == [])
    }
  }
#endif
