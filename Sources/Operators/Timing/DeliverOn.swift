extension StreamProtocol {
  /// The same events, delivered on a scheduler, in order.
  ///
  ///     source          -1-2---3-|
  ///     deliver(on: s)  --1-2---3-|
  ///
  /// Every event moves, the end too. A burst costs one scheduled action: what arrives before the action has run is delivered by
  /// it. Keeps the events that wait, without a bound. Disposing drops them. Subscribing to the source is not moved; that is `subscribe(on:)`.
  public func deliver<S: Scheduler>(on scheduler: S) -> Signal<Value, Failure> {
    let source = signal
    return Signal(attaching: { sink, subscription in
      let upstream = Subscription()
      subscription.add(upstream)
      let delivery = Delivery(sink, subscription, scheduler)
      source.attach(
        Sink(
          next: { delivery.accept(.next($0)) },
          end: { completion in
            guard upstream.isActive else { return }
            upstream.dispose()
            delivery.accept(Event(completion))
          }),
        to: upstream)
    })
  }
}

/// The events of one subscription on their way to a scheduler. Whoever enters the gate schedules the action, and the action leaves it.
private final class Delivery<Value: Sendable, Failure: Error, S: Scheduler>: Sendable {
  private let gate = Gate<Event<Value, Failure>>()
  private let sink: Sink<Value, Failure>
  private let subscription: Subscription
  private let scheduler: S

  init(_ sink: Sink<Value, Failure>, _ subscription: Subscription, _ scheduler: S) {
    self.sink = sink
    self.subscription = subscription
    self.scheduler = scheduler
  }

  func accept(_ event: Event<Value, Failure>) {
    guard subscription.isActive, !gate.post(event) else { return }
    scheduler.schedule {
      self.deliver(event)
      self.gate.leave(self.deliver)
    }
  }

  private func deliver(_ event: Event<Value, Failure>) {
    if subscription.isActive { sink.send(event) }
  }
}
