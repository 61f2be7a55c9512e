public import StreamCore

extension StreamProtocol {
  /// The same events, delivered on a scheduler, in order.
  ///
  ///     source          -1-2---3-|
  ///     deliver(on: s)  -1-2---3-|   on s
  ///
  /// Every event moves, the end too. A burst costs one scheduled action: what arrives before the action has run is delivered by
  /// it. Keeps the values that wait, which `buffering` bounds; the end always finds room. Disposing frees them at once.
  /// Subscribing to the source is not moved; that is ``subscribe(on:)``. A buffer without room traps.
  public func deliver<S: Scheduler>(on scheduler: S, buffering: Buffering = .unbounded) -> Signal<Value, Failure> {
    deliver(on: scheduler, Buffer(buffering), overflow: nil)
  }

  /// The same events, delivered on a scheduler, and a failure when too many are waiting there.
  ///
  ///     source                             -(123)---
  ///     deliver(on: s, limit: 2, failure)  -(12#)      on s
  ///
  /// At the value that finds `limit` others waiting the source is disposed; those are still delivered, and then the failure.
  /// All else is as in ``deliver(on:buffering:)``. A limit below 1 traps.
  public func deliver<S: Scheduler>(on scheduler: S, limit: Int, failure: Failure) -> Signal<Value, Failure> {
    deliver(on: scheduler, Buffer(.oldest(limit)), overflow: failure)
  }

  private func deliver<S: Scheduler>(
    on scheduler: S, _ buffer: Buffer<Value>, overflow: Failure?
  ) -> Signal<Value, Failure> {
    let source = signal
    return Signal(attaching: { sink, subscription in
      let upstream = Subscription()
      let line = DeliveryLine<Value, Failure>(buffer)
      subscription.add(line)
      subscription.add(upstream)
      let delivery = Delivery(sink, subscription, line, scheduler)
      source.attach(
        Sink(
          next: { value in
            if delivery.accept(value) { return }
            guard let overflow, upstream.isActive else { return }
            upstream.dispose()
            delivery.accept(.failed(overflow))
          },
          end: { completion in
            guard upstream.isActive else { return }
            upstream.dispose()
            delivery.accept(completion)
          }),
        to: upstream)
    })
  }
}

/// Brings the events of one subscription to a scheduler. One action at a time is scheduled, and it delivers until the line is empty.
private final class Delivery<Value: Sendable, Failure: Error, S: Scheduler>: Sendable {
  private let sink: Sink<Value, Failure>
  private let subscription: Subscription
  private let line: DeliveryLine<Value, Failure>
  private let scheduler: S

  init(_ sink: Sink<Value, Failure>, _ subscription: Subscription, _ line: DeliveryLine<Value, Failure>, _ scheduler: S)
  {
    self.sink = sink
    self.subscription = subscription
    self.line = line
    self.scheduler = scheduler
  }

  /// - Returns: `false` if a value, this or another, was given up for want of room.
  func accept(_ value: Value) -> Bool {
    guard subscription.isActive else { return true }
    let (isFirst, surplus) = line.append(value)
    if isFirst { schedule() }
    return surplus == nil
  }

  func accept(_ end: Completion<Failure>) {
    if subscription.isActive, line.append(end) { schedule() }
  }

  private func schedule() {
    line.action.inner = scheduler.schedule {
      while self.subscription.isActive, let event = self.line.popFirst() { self.sink.send(event) }
    }
  }
}

/// The events that wait for their action. It does not know the sink, so that the subscription may own it.
private final class DeliveryLine<Value: Sendable, Failure: Error>: Disposing {
  private struct State: Sendable {
    var buffer: Buffer<Value>?
    var end: Completion<Failure>?
    var isScheduled = false
  }

  let action = SerialDisposable()
  private let state: Lock<State>

  init(_ buffer: Buffer<Value>) { state = Lock(State(buffer: buffer)) }

  /// - Returns: whether an action has to be scheduled, and what is given up; it is released by the caller, after the lock.
  func append(_ value: Value) -> (isFirst: Bool, surplus: Value?) {
    state.withLock { state in
      let surplus = state.buffer?.append(value)
      defer { state.isScheduled = true }
      return (!state.isScheduled, surplus)
    }
  }

  func append(_ end: Completion<Failure>) -> Bool {
    state.withLock { state in
      state.end = end
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
  }

  /// The next event; `nil` means that the action is over.
  func popFirst() -> Event<Value, Failure>? {
    state.withLock { state in
      if let value = state.buffer?.popFirst() { return .next(value) }
      if let end = state.end {
        state.end = nil
        return Event(end)
      }
      state.isScheduled = false
      return nil
    }
  }

  var isDisposed: Bool { action.isDisposed }

  func dispose() {
    action.dispose()
    // Released after the lock: a value may have something to say when it goes.
    let buffer = state.withLock { state in
      defer { state.buffer = nil }
      return state.buffer
    }
    _ = buffer
  }
}
