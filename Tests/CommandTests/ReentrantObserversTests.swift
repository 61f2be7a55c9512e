import Dispatch
import Rill
import StreamTesting
import Testing

/// Closures that are called by a command use that command.
@Suite struct ReentrantObserversTests {
  private func command(_ policy: ExecutionPolicy = .concurrent) -> Command<Int, Int, Never> {
    Command(policy: policy, on: .immediate) { .just($0) }
  }

  @Test func anObserverThatExecutesInItsFirstValueReceivesTheChangesThatFollow() {
    let (executing, enabled, inFlight) = (Log<Bool>(), Log<Bool>(), Log<Int>())
    let command = command(.exclusive)
    command.executing.subscribe { [weak command] value in
      executing.add(value)
      if executing.all.count == 1 { command?.execute(1) }
    }
    #expect(executing.all == [false, true, false])
    command.enabled.subscribe { [weak command] value in
      enabled.add(value)
      if enabled.all.count == 1 { command?.execute(1) }
    }
    #expect(enabled.all == [true, false, true])
    command.executionsInFlight.subscribe { [weak command] value in
      inFlight.add(value)
      if inFlight.all.count == 1 { command?.execute(1) }
    }
    #expect(inFlight.all == [0, 1, 0])
  }

  @Test func anObserverThatSetsThePolicyInItsFirstValueReceivesIt() {
    let policies = Log<ExecutionPolicy>()
    let command = command(.exclusive)
    command.policies.subscribe { [weak command] value in
      policies.add(value)
      if value == .exclusive { command?.policy = .queue }
    }
    #expect(policies.all == [.exclusive, .queue])
  }

  @Test func anObserverInTheHandlerOfAnotherReceivesEveryChangeOnce() {
    let (outer, inner) = (Log<Bool>(), Log<Bool>())
    let command = command()
    command.executing.subscribe { [weak command] value in
      outer.add(value)
      guard let command, outer.all.count == 2 else { return }
      command.executing.subscribe { [weak command] value in
        inner.add(value)
        if inner.all.count == 1 { command?.execute(2) }
      }
    }
    command.execute(1)
    #expect(outer.all == [false, true, false])
    #expect(inner.all == [true, false])
  }

  @Test func aCommandThatIsReleasedInTheFirstValueCompletesAfterIt() {
    let log = Log<String>()
    let owner = Lock<Command<Int, Int, Never>?>(command())
    owner.withLock { $0 }?.executing.subscribe(
      next: { value in
        _ = owner.withLock { $0.take() }
        log.add("\(value)")
      }, completed: { log.add("completed") })
    #expect(log.all == ["false", "completed"])
  }

  @Test func anObserverThatIsDisposedInItsFirstValueReceivesNothingElse() {
    let log = Log<Bool>()
    let command = command()
    command.executing.on(next: { [weak command] value in
      log.add(value)
      command?.execute(1)
    }).take(1).subscribe { _ in }
    command.execute(2)
    #expect(log.all == [false])
  }

  /// Executed on another thread while an observer handles its first value: that is not interrupted, and nothing is
  /// lost.
  @Test func changesDuringTheFirstValueAreDeliveredAfterIt() {
    let command = command()
    let log = Log<String>()
    let (isIn, isExecuted) = (Latch(), Latch())
    onAnotherThread {
      isIn.wait()
      command.execute(1)
      isExecuted.open()
    }
    command.executing.subscribe { value in
      if log.all.isEmpty {
        log.add("begins")
        isIn.open()
        isExecuted.wait()
      }
      log.add("\(value)")
    }
    #expect(log.all == ["begins", "false", "true", "false"])
  }

  @Test func observersOfTheStateAreNotifiedPropertyByProperty_andInTheOrderInWhichTheySubscribed() {
    let log = Log<String>()
    let command = command(.exclusive)
    command.enabled.skip(1).subscribe { log.add("enabled \($0)") }
    command.executionsInFlight.skip(1).subscribe { log.add("\($0) in flight") }
    command.executing.skip(1).subscribe { log.add("first executing \($0)") }
    command.executing.skip(1).subscribe { log.add("second executing \($0)") }
    command.execute(1)
    #expect(
      log.all == [
        "first executing true", "second executing true", "1 in flight", "enabled false",
        "first executing false", "second executing false", "0 in flight", "enabled true",
      ])
  }

  // MARK: Every closure

  /// The uses that a closure makes of the command that calls it.
  enum Action: CaseIterable { case execute, cancelAll, setPolicy, subscribe, dispose }

  static let policies: [ExecutionPolicy] = [.exclusive, .concurrent, .queue, .latest, .dropToNewest]

  /// Every public closure of a command executes, cancels, sets the policy, subscribes and disposes.
  @Test(arguments: Action.allCases, policies)
  func everyClosureMayUseItsCommand(_ action: Action, _ policy: ExecutionPolicy) {
    let target = Lock<Command<Int, Int, Trouble>?>(nil)
    let calls = Log<String>()
    let handles = CompositeDisposable()
    let act: @Sendable (String) -> Void = { name in
      let isFirst = !calls.all.contains(name)
      calls.add(name)
      guard isFirst, let command = target.withLock({ $0 }) else { return }
      switch action {
      case .execute: command.execute(10)
      case .cancelAll: command.cancelAll()
      case .setPolicy: command.policy = command.policy == .queue ? .concurrent : .queue
      case .subscribe: command.executing.subscribe { _ in calls.add("late") }
      case .dispose: handles.dispose()
      }
    }
    let condition = BehaviorSubject<Bool, Never>(true)
    let command = Command<Int, Int, Trouble>(
      enabledIf: condition.map { holds in
        act("condition")
        return holds
      }, policy: policy, on: .immediate
    ) { (number: Int, progress: ProgressReporter) -> Signal<Int, Trouble> in
      act("work")
      return Signal { observer in
        act("body")
        progress.report(0.5)
        observer.send(number)
        if number == 2 { observer.fail(.some) } else if number != 3 { observer.complete() }
        return Disposable { act("teardown") }
      }
    }
    target.withLock { $0 = command }
    defer { target.withLock { $0 = nil } }
    handles.add(command.executing.subscribe { _ in act("executing") })
    handles.add(command.enabled.subscribe { _ in act("enabled") })
    handles.add(command.executionsInFlight.subscribe { _ in act("in flight") })
    handles.add(command.policies.subscribe { _ in act("policies") })
    handles.add(command.executionSignals.subscribe { $0.subscribe { _ in act("value of one") } })
    handles.add(command.values.subscribe { _ in act("value") })
    handles.add(command.progress.subscribe { _ in act("progress") })
    handles.add(command.completions.subscribe { act("completion") })
    handles.add(command.errors.subscribe { _ in act("error") })
    handles.add(command.cancellations.subscribe { act("cancellation") })
    for number in 1...4 {
      let execution = command.execute(number)
      handles.add(execution.progress.subscribe { _ in act("progress of one") })
      execution.subscribe(
        next: { _ in act("handle") }, failed: { _ in act("handle fails") }, completed: { act("handle completes") })
      condition.value = true
    }
    command.cancelAll()
    command.cancelAll()
    #expect(!command.isExecuting && command.isEnabled)
    #expect(command.execute(1).isActive == false)
  }
}
