import Synchronization

/// The checks of one stream without an input.
struct StreamCase<Stream: StreamProtocol> {
  let traits: Traits
  let make: () -> Stream

  /// Reports that a rule is broken, and how.
  let breach: (Rule, String) -> Void
  private let locks = LockProbe()

  /// The number of events of an endless stream that are checked.
  let window = 16

  func check() {
    for check in [grammarAndSerial, independence, following, disposal, stack, memory] { check() }
    for what in locks.distinctBreaches { breach(.callOuts, what) }
  }

  /// Subscribes, and disposes at the end or in the n-th handler.
  func run(
    _ stream: some StreamProtocol, until number: Int, onEvent: @escaping @Sendable () -> Void = {}
  ) -> Listener {
    let listener = Listener(locks)
    if number == 0 { listener.subscription.dispose() }
    listener.listen(to: stream) { listener, count in
      onEvent()
      if count == number { listener.subscription.dispose() }
    }
    traits.runPending()
    listener.subscription.dispose()
    return listener
  }

  private func grammarAndSerial() {
    let listener = run(make(), until: window)
    if !listener.afterEnd.isEmpty { breach(.grammar, "after its end it sent \(listener.afterEnd).") }
    if listener.overlaps > 0 { breach(.serial, "\(listener.overlaps) handlers ran inside another.") }
  }

  private func independence() {
    guard !traits.shares else { return }
    let stream = make()
    let (first, second) = (run(stream, until: window).events, run(stream, until: window).events)
    if first != second { breach(.independence, "its first subscriber got \(first), its second \(second).") }
  }

  private func disposal() {
    for number in 0...run(make(), until: window).events.count {
      let late = run(make(), until: number).afterDisposal.prefix(3)
      let place = number == 0 ? "before it was subscribed to" : "in handler \(number)"
      if !late.isEmpty { breach(.disposal, "disposed \(place), it still sent \(late).") }
    }
  }

  private func stack() {
    let (stream, traits, listener) = (make(), traits, Listener(locks))
    withSmallStack {
      listener.listen(to: stream) { if $1 == Traits.rounds { $0.subscription.dispose() } }
      traits.runPending()
      listener.subscription.dispose()
    }
  }

  private func memory() {
    for number in [1, window] {
      let probe = LifetimeProbe()
      let listener = runHolding(probe, until: number)
      // Another thread may still be returning from the handler.
      if traits.stimulus != nil { _ = waitUntil { probe.liveCount == 0 } }
      if probe.liveCount > 0 {
        breach(.memory, "after its end or disposal, an object captured by the handler is still alive.")
      }
      withExtendedLifetime(listener) {}
    }
  }

  @inline(never)
  private func runHolding(_ probe: LifetimeProbe, until number: Int) -> Listener {
    let object = probe.object()
    return run(make(), until: number) { object.touch() }
  }
}
