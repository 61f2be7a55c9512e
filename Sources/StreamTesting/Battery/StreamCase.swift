import Synchronization

/// The checks of one stream without an input.
struct StreamCase<Stream: StreamProtocol> {
  let traits: Traits
  let make: () -> Stream
  private let locks = LockProbe()

  /// The number of events of an endless stream that are checked.
  let window = 16

  init(_ traits: Traits, _ make: @escaping () -> Stream) {
    self.traits = traits
    self.make = make
  }

  func breaches() -> [Breach] {
    grammarAndSerial() + independence() + following() + disposal() + stack() + memory() + callOuts()
  }

  private func callOuts() -> [Breach] { Set(locks.breaches).sorted().map { Breach(.callOuts, "\($0).") } }

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

  private func grammarAndSerial() -> [Breach] {
    let listener = run(make(), until: window)
    var breaches: [Breach] = []
    if !listener.afterEnd.isEmpty {
      breaches.append(Breach(.grammar, "after its end it sent \(listener.afterEnd)."))
    }
    if listener.overlaps > 0 {
      breaches.append(Breach(.serial, "\(listener.overlaps) handlers ran inside another."))
    }
    return breaches
  }

  private func independence() -> [Breach] {
    guard !traits.shares else { return [] }
    let stream = make()
    let (first, second) = (run(stream, until: window).events, run(stream, until: window).events)
    guard first != second else { return [] }
    return [Breach(.independence, "its first subscriber got \(first), its second \(second).")]
  }

  private func disposal() -> [Breach] {
    let count = run(make(), until: window).events.count
    return (0...count).compactMap { number in
      let listener = run(make(), until: number)
      guard !listener.afterDisposal.isEmpty else { return nil }
      let place = number == 0 ? "before it was subscribed to" : "in handler \(number)"
      return Breach(.disposal, "disposed \(place), it still sent \(listener.afterDisposal.prefix(3)).")
    }
  }

  private func stack() -> [Breach] {
    let stream = make()
    let traits = traits
    withSmallStack {
      let subscription = Subscription()
      let count = Lock(0)
      let sink = Sink<Stream.Value, Stream.Failure>(
        next: { _ in
          let isEnough = count.withLock { count in
            count += 1
            return count == Traits.rounds
          }
          if isEnough { subscription.dispose() }
        },
        end: { _ in subscription.dispose() })
      stream.signal.attach(sink, to: subscription)
      traits.runPending()
      subscription.dispose()
    }
    return []
  }

  private func memory() -> [Breach] {
    [1, window].compactMap { number in
      let probe = LifetimeProbe()
      let listener = runHolding(probe, until: number)
      defer { withExtendedLifetime(listener) {} }
      // Another thread may still be returning from the handler.
      if traits.stimulus != nil, waitUntil({ probe.liveCount == 0 }) { return nil }
      guard probe.liveCount > 0 else { return nil }
      return Breach(.memory, "after its end or disposal, an object captured by the handler is still alive.")
    }
  }

  @inline(never)
  private func runHolding(_ probe: LifetimeProbe, until number: Int) -> Listener {
    let object = probe.object()
    return run(make(), until: number) { object.touch() }
  }
}
