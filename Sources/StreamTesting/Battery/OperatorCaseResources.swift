import Synchronization

// The resources of an operator: rules 7 to 9.
extension OperatorCase {
  // MARK: Rule 7

  func teardown() {
    for script in scripts {
      let fixture = Fixture<Value, Failure>(locks)
      let listener = start(fixture)
      play(script, on: fixture)
      if !listener.hasEnded, traits.keepsRunning || traits.handlesFailure { listener.subscription.dispose() }
      let counts = (fixture.teardownCount, fixture.subscriptionCount)
      listener.subscription.dispose()
      listener.subscription.dispose()
      guard listener.hasEnded || listener.subscription.isDisposed else { continue }
      guard counts.0 != counts.1 || fixture.teardownCount != counts.0 else { continue }
      breach(
        .teardown,
        "after \(script.last.map { "\($0)" } ?? ""), \(counts.1) source subscriptions had \(counts.0) teardowns, "
          + "and \(fixture.teardownCount) after two more disposals.")
    }
  }

  // MARK: Rule 8

  func stack() {
    let rounds = Traits.rounds
    let values = Signal<Value, Failure>(attaching: { [value] sink, subscription in
      for number in 0..<rounds {
        guard subscription.isActive else { return }
        sink.next(value(number))
      }
      if subscription.isActive { sink.end(.completed) }
    })
    if !traits.keepsRunning, !runOnSmallStack({ _ in values }) {
      breach(.stack, "after \(rounds) values on a small stack it did not complete.")
    }
    // A subscription costs more than a value; a tenth of them still exceeds a small stack.
    if traits.keepsRunning { _ = runOnSmallStack { again(rounds / 10, .completed, $0) } }
    if traits.handlesFailure, let failure { _ = runOnSmallStack { again(rounds / 10, .failed(failure), $0) } }
  }

  /// A source that completes or fails synchronously; after `limit` subscriptions it disposes the whole test.
  private func again(_ limit: Int, _ end: Completion<Failure>, _ whole: Subscription) -> Signal<Value, Failure> {
    let count = Atomic(0)
    return Signal(attaching: { [value] sink, subscription in
      let number = count.add(1, ordering: .relaxed).newValue
      guard number <= limit else { return whole.dispose() }
      sink.next(value(number))
      if subscription.isActive { sink.end(end) }
    })
  }

  /// - Returns: Whether it completed or failed.
  private func runOnSmallStack(_ source: (Subscription) -> Signal<Value, Failure>) -> Bool {
    let (traits, listener) = (traits, Listener(locks))
    let stream = make(source(listener.subscription))
    withSmallStack {
      listener.listen(to: stream)
      traits.runPending()
    }
    defer { listener.subscription.dispose() }
    return listener.hasEnded
  }

  // MARK: Rule 9

  func memory() {
    var endings: [(name: String, script: Script)] = [
      ("completion", completing), ("disposal", [next(1), next(2)]), ("disposal before any value", []),
    ]
    if let failing { endings.append(("failure", failing)) }
    for (name, script) in endings {
      let probe = LifetimeProbe()
      let (fixture, listener) = startHolding(probe)
      play(script, on: fixture)
      if !listener.hasEnded { listener.subscription.dispose() }
      traits.runPending()
      fixture.releaseObservers()
      if probe.liveCount > 0 {
        breach(
          .memory, "after \(name), \(probe.liveCount) of the 2 objects that source and handler captured are alive.")
      }
      withExtendedLifetime((fixture, listener)) {}
    }
    if traits.time == nil {
      let probe = LifetimeProbe()
      playHolding(probe)
      if probe.liveCount > 0 {
        breach(
          .memory,
          "with no handle left, \(probe.liveCount) of the 2 objects that source and handler captured are alive.")
      }
    }
  }

  @inline(never)
  private func startHolding(_ probe: LifetimeProbe) -> (Fixture<Value, Failure>, Listener) {
    let fixture = Fixture<Value, Failure>(locks)
    let listener = Listener(locks)
    let object = probe.object()
    listener.listen(to: make(fixture.signal(holding: probe.object()))) { _, _ in object.touch() }
    traits.runPending()
    return (fixture, listener)
  }

  @inline(never)
  private func playHolding(_ probe: LifetimeProbe) {
    let (fixture, _) = startHolding(probe)
    play([next(1), next(2)], on: fixture)
  }
}
