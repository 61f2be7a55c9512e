import Synchronization

/// The checks of one operator.
struct OperatorCase<Value: Sendable, Failure: Error, Output: StreamProtocol> {
  typealias Script = [Event<Value, Failure>]

  let traits: Traits
  let failure: Failure?
  let locks: LockProbe

  /// Makes a value of the input from 1, 2, 3 and so on.
  let value: @Sendable (Int) -> Value
  let make: (Signal<Value, Failure>) -> Output

  /// Reports that a rule is broken, and how.
  let breach: (Rule, String) -> Void

  func check() {
    let checks = [
      premise, grammar, ends, serial, reentrancy, independence, following, disposal, earlyStop, lateEvents, teardown,
      stack, memory,
    ]
    for check in checks { check() }
    for what in locks.distinctBreaches { breach(.callOuts, what) }
  }

  /// Four values and completion.
  var completing: Script { (1...4).map { next($0) } + [.completed] }

  func next(_ number: Int) -> Event<Value, Failure> { .next(value(number)) }

  var failing: Script? { failure.map { [next(1), next(2), .failed($0)] } }

  var scripts: [Script] { [completing] + (failing.map { [$0] } ?? []) }

  func play(_ script: Script, on fixture: Fixture<Value, Failure>) {
    for event in script {
      fixture.send(event)
      traits.runPending()
    }
  }

  /// Subscribes a listener to the operator over a fixture.
  func start(
    _ fixture: Fixture<Value, Failure>,
    onEvent: @escaping @Sendable (_ listener: Listener, _ count: Int) -> Void = { _, _ in }
  ) -> Listener {
    let listener = Listener(locks)
    listener.listen(to: make(fixture.signal()), onEvent: onEvent)
    traits.runPending()
    return listener
  }

  /// Returns the operator's events for a script, played once without any disturbance.
  func plainRun(_ script: Script) -> [String] {
    let fixture = Fixture<Value, Failure>(locks)
    let listener = start(fixture)
    play(script, on: fixture)
    listener.subscription.dispose()
    return listener.events
  }

  // MARK: The premise

  func premise() {
    let events = plainRun(completing)
    let hasValues = events.contains { $0 != "|" && !$0.hasPrefix("# ") }
    guard hasValues == traits.emitsNothing else { return }
    let reason =
      hasValues ? "which .emitsNothing forbids" : "so most checks had no effect; .emitsNothing permits it"
    breach(.premise, "from four values and a completion it sent \(events), \(reason).")
  }

  // MARK: Rule 1

  func grammar() {
    for script in scripts {
      let fixture = Fixture<Value, Failure>(locks)
      let listener = start(fixture)
      play(script + [next(5), .completed, next(6)] + (failing ?? []), on: fixture)
      if !listener.afterEnd.isEmpty {
        breach(.grammar, "after its end it sent \(listener.afterEnd), when its source continued after an end.")
      }
      listener.subscription.dispose()
    }
  }

  func ends() {
    if !traits.keepsRunning {
      for script in [completing, [.completed]] {
        let (count, last) = (script.count - 1, plainRun(script).last)
        // An operator without values until the end may turn completion into failure (`single` of an empty source).
        if last != "|", !(count == 0 && last?.hasPrefix("#") == true) {
          breach(.ends, "its source sent \(count) values and completed; its last event was \(last ?? "none").")
        }
      }
    }
    if let failure, !traits.handlesFailure {
      for script: Script in [[next(1), next(2), .failed(failure)], [.failed(failure)]] {
        let last = plainRun(script).last
        let isFine = last == "# \(failure)" || (traits.changesFailure && last?.hasPrefix("#") == true)
        if !isFine, !(traits.finishesEarly && last == "|") {
          breach(.ends, "its source failed with \(failure); its last event was \(last ?? "none").")
        }
      }
    }
  }

  // MARK: Rules 2 to 4

  /// Four threads send. The first handler waits until the other three have sent once, so that they overlap.
  func serial() {
    let threadCount = 4
    let begun = Atomic(0)
    let returned = Atomic(0)
    let isFirst = Atomic(false)
    let sendersWereBlocked = Atomic(false)
    let fixture = Fixture<Value, Failure>(locks)
    let listener = start(fixture) { _, _ in
      guard isFirst.exchange(false, ordering: .relaxed) else { return }
      _ = waitUntil { begun.load(ordering: .relaxed) == threadCount }
      let haveReturned = waitUntil { returned.load(ordering: .relaxed) >= threadCount - 1 }
      sendersWereBlocked.store(!haveReturned, ordering: .relaxed)
    }
    isFirst.store(true, ordering: .relaxed)
    onThreads(threadCount) { [value] thread in
      for round in 0..<500 {
        if round == 0 { begun.add(1, ordering: .relaxed) }
        fixture.send(.next(value(round)))
        if round == 0 { returned.add(1, ordering: .relaxed) }
        if thread == 0, round == 400 { fixture.send(.completed) }
      }
    }
    traits.runPending()
    listener.subscription.dispose()
    if sendersWereBlocked.load(ordering: .relaxed) {
      breach(.callOuts, "while a handler ran on one thread, it blocked senders on other threads.")
    }
    if listener.overlaps > 0 {
      breach(.serial, "with four threads sending, \(listener.overlaps) handlers ran inside another.")
    }
    if !listener.afterEnd.isEmpty {
      breach(.serial, "with four threads sending, \(listener.afterEnd.count) events came after the end.")
    }
  }

  func reentrancy() {
    for script in scripts {
      let rest = Lock(script)
      let fixture = Fixture<Value, Failure>(locks)
      let sendNext: @Sendable () -> Bool = {
        guard let event = rest.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return false }
        fixture.send(event)
        return true
      }
      let listener = start(fixture) { _, _ in _ = sendNext() }
      while sendNext() { traits.runPending() }
      listener.subscription.dispose()
      // The handler retains the source, and the source its observers.
      fixture.releaseObservers()
      if listener.overlaps > 0 {
        breach(.reentrancy, "a handler that sent into the source was called again inside itself.")
      }
      let expected = plainRun(script)
      // An operator that subscribed to the source more than once receives the events of a nested send in another order,
      // by the design of the source.
      if traits.time == nil, fixture.subscriptionCount == 1, listener.events != expected {
        breach(.reentrancy, "a handler that sent into the source got \(listener.events) instead of \(expected).")
      }
    }
  }

  // MARK: Rule 5

  func independence() {
    guard !traits.shares else { return }
    let expected = plainRun(completing)
    let fixture = Fixture<Value, Failure>(locks)
    let stream = make(fixture.signal())
    let listeners = [Listener(locks), Listener(locks), Listener(locks)]
    for round in [listeners[...1], listeners[2...]] {
      for listener in round {
        listener.listen(to: stream)
        traits.runPending()
      }
      play(completing, on: fixture)
      for listener in round { listener.subscription.dispose() }
    }
    for events in listeners.map(\.events) where events != expected {
      guard traits.time == nil || events.isEmpty != expected.isEmpty else { continue }
      breach(.independence, "one of three subscribers got \(events), a single subscriber gets \(expected).")
    }
  }

  // MARK: Rule 6

  func disposal() {
    for script in scripts {
      for number in 0...plainRun(script).count { disposal(inEvent: number, of: script) }
    }
  }

  /// Disposes inside the n-th handler, or before any event for n = 0.
  private func disposal(inEvent number: Int, of script: Script) {
    let place = number == 0 ? "before any event" : "in handler \(number)"
    let order = Lock<[String]>([])
    let fixture = Fixture<Value, Failure>(locks, order: order)
    let listener = Listener(locks)
    listener.subscription.add { order.withLock { $0.append("subscriber") } }
    listener.listen(to: make(fixture.signal())) { listener, count in
      if count == number {
        listener.subscription.dispose()
        listener.subscription.dispose()
      }
    }
    if number == 0 { listener.subscription.dispose() }
    traits.runPending()
    play(script, on: fixture)
    if !listener.afterDisposal.isEmpty {
      breach(.disposal, "disposed \(place), it still sent \(listener.afterDisposal).")
    }
    listener.subscription.dispose()
    guard !traits.outlivesSubscribers else { return }
    if fixture.teardownCount != fixture.subscriptionCount {
      let counts = "\(fixture.teardownCount) of \(fixture.subscriptionCount)"
      breach(.teardown, "disposed \(place), it tore down \(counts) subscriptions.")
    }
    let log = order.withLock { $0 }
    if log.last != "subscriber" {
      breach(.teardown, "disposed \(place), its teardown ran in the order \(log): the subscriber must be last.")
    }
  }

  func earlyStop() {
    guard !traits.outlivesSubscribers else { return }
    earlyStop(atFirstEvent: true)
    if traits.finishesEarly { earlyStop(atFirstEvent: false) }
  }

  /// Subscribes to a source that sends until it is disposed, and counts the values sent after that.
  private func earlyStop(atFirstEvent: Bool) {
    let sent = Atomic(0)
    let sentInTime = Atomic(0)
    let limit = 1_000
    let source = Signal<Value, Failure> { [value] observer in
      while observer.isActive, sent.load(ordering: .relaxed) < limit {
        observer.send(value(sent.add(1, ordering: .relaxed).newValue))
      }
    }
    let listener = Listener(locks)
    listener.listen(to: make(source)) { listener, _ in
      guard atFirstEvent || listener.hasEnded else { return }
      sentInTime.store(sent.load(ordering: .relaxed), ordering: .relaxed)
      listener.subscription.dispose()
    }
    let (total, inTime) = (sent.load(ordering: .relaxed), sentInTime.load(ordering: .relaxed))
    listener.subscription.dispose()
    guard inTime > 0, total > inTime else { return }
    let reason = atFirstEvent ? "its subscriber disposed" : "its end"
    breach(.earlyStop, "a source that sends in a loop sent \(total - inTime) more values after \(reason).")
  }

  func lateEvents() {
    let fixture = Fixture<Value, Failure>(locks)
    let listener = start(fixture)
    play([next(1), next(2)], on: fixture)
    listener.subscription.dispose()
    let before = listener.events.count
    play([next(3), next(4), .completed], on: fixture)
    onThreads(1) { [value] _ in fixture.send(.next(value(5))) }
    traits.runPending()
    guard !listener.afterDisposal.isEmpty || listener.events.count > before else { return }
    breach(.lateEvents, "disposed between two events, it still sent \(listener.afterDisposal).")
  }
}
