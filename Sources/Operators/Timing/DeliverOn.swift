public import StreamCore

extension StreamProtocol {
  /// The same events, delivered on a scheduler, in order.
  ///
  ///     source          -1-2---3-|
  ///     deliver(on: s)  -1-2---3-|   on s
  ///
  /// Every event moves, the end too, and the end comes after all values. A burst costs one scheduled action: what arrives before the action
  /// is over is delivered by it. Keeps the values that wait, which `buffering` bounds; the end always finds room. Disposing frees them at
  /// once, but for those that an action without bound has taken already: these go when the handler that is running returns.
  /// Nothing is locked while anything is delivered, and no sender waits for that. Subscribing to the source is not moved; that is
  /// ``subscribe(on:)``. A buffer without room traps.
  @inlinable
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
  @inlinable
  public func deliver<S: Scheduler>(on scheduler: S, limit: Int, failure: Failure) -> Signal<Value, Failure> {
    deliver(on: scheduler, Buffer(.oldest(limit)), overflow: failure)
  }

  @inlinable
  func deliver<S: Scheduler>(
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
@usableFromInline
final class Delivery<Value: Sendable, Failure: Error, S: Scheduler>: Sendable {
  @usableFromInline let sink: Sink<Value, Failure>
  @usableFromInline let subscription: Subscription
  @usableFromInline let line: DeliveryLine<Value, Failure>
  @usableFromInline let scheduler: S

  @inlinable
  init(_ sink: Sink<Value, Failure>, _ subscription: Subscription, _ line: DeliveryLine<Value, Failure>, _ scheduler: S)
  {
    self.sink = sink
    self.subscription = subscription
    self.line = line
    self.scheduler = scheduler
  }

  /// - Returns: `false` if a value, this or another, was given up for want of room.
  @inlinable
  func accept(_ value: Value) -> Bool {
    guard subscription.isActive else { return true }
    let (isFirst, surplus) = line.append(value)
    if isFirst { schedule() }
    return surplus == nil
  }

  @inlinable
  func accept(_ end: Completion<Failure>) {
    if subscription.isActive, line.append(end) { schedule() }
  }

  /// Out of line: it is asked for once in a burst, and would stand in the way of every value.
  @inlinable
  @inline(never)
  func schedule() {
    line.action.inner = scheduler.schedule { self.deliver() }
  }

  /// The action.
  @inlinable
  func deliver() {
    var taken = Queue<Value>()
    while subscription.isActive {
      switch line.take(into: &taken) {
      case .values:
        while subscription.isActive, let value = taken.popFirst() { sink.next(value) }
      case .end(let end): return sink.end(end)
      case .nothing: return
      }
    }
  }
}

/// The events that wait for their action. It does not know the sink, so that the subscription may own it.
@usableFromInline
final class DeliveryLine<Value: Sendable, Failure: Error>: Disposing {
  @usableFromInline
  struct State: Sendable {
    @usableFromInline var buffer: Buffer<Value>
    @usableFromInline var end: Completion<Failure>?

    /// Whether somebody will come for what is put here, or nobody ever need.
    @usableFromInline var isAttended = false
    @usableFromInline var isDisposed = false

    @inlinable init(_ buffer: Buffer<Value>) { self.buffer = buffer }
  }

  /// What there is to deliver.
  @usableFromInline
  enum Taken {
    case values
    case end(Completion<Failure>)
    /// The action is over.
    case nothing
  }

  @usableFromInline let action = SerialDisposable()
  @usableFromInline let state: Lock<State>

  @usableFromInline
  init(_ buffer: Buffer<Value>) { state = Lock(State(buffer)) }

  /// - Returns: whether an action has to be scheduled, and what is given up; it is released by the caller, after the lock.
  @inlinable
  func append(_ value: Value) -> (isFirst: Bool, surplus: Value?) {
    state.withLock { state in
      // Kept by nobody, and not for want of room.
      guard !state.isDisposed else { return (false, nil) }
      let surplus = state.buffer.append(value)
      let isFirst = !state.isAttended
      state.isAttended = true
      return (isFirst, surplus)
    }
  }

  @usableFromInline
  func append(_ end: Completion<Failure>) -> Bool {
    state.withLock { state in
      state.end = end
      defer { state.isAttended = true }
      return !state.isAttended
    }
  }

  /// Takes the next events: without a bound all values at once; with one only the first, since those that wait are counted here.
  ///
  /// The queue is empty, and what storage it has stays here for the values to come, so that a long burst allocates nothing.
  @inlinable
  func take(into values: inout Queue<Value>) -> Taken {
    state.withLock { state in
      if state.buffer.policy == .unbounded {
        swap(&state.buffer.values, &values)
      } else if let value = state.buffer.popFirst() {
        values.append(value)
      }
      guard values.isEmpty else { return .values }
      guard let end = state.end else {
        state.isAttended = false
        return .nothing
      }
      state.end = nil
      return .end(end)
    }
  }

  @usableFromInline var isDisposed: Bool { action.isDisposed }

  @usableFromInline
  func dispose() {
    action.dispose()
    // Released after the lock: a value may have something to say when it goes.
    var values = Queue<Value>()
    state.withLock { state in
      state.isDisposed = true
      swap(&state.buffer.values, &values)
    }
  }
}
