public import StreamPrimitives

/// Sends the events of a hand-made signal to one subscriber. It may be called from any thread.
///
/// Any number of threads may send. Events are delivered one at a time, in the order in which they arrived; a send
/// during a delivery, re-entrant or from another thread, is delivered after it. Nothing is delivered after the end, or
/// after the subscription was disposed: late events are dropped.
///
/// Events that are sent during a delivery are queued without a bound. What one thread delivers for others is bounded:
/// it hands the rest over to the next that sends, or to another thread.
public final class Observer<Value: Sendable, Failure: Error>: Gated {
  @usableFromInline package let gate = Gate<Event<Value, Failure>>()
  @usableFromInline let hasEnded = Atomic(false)

  /// Guarded by: the gate (only the draining thread touches it). So the exclusivity check is left out.
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var place: SinkPlace<Value, Failure>
  @usableFromInline let access = AccessCheck()
  @usableFromInline let subscription: Subscription

  @usableFromInline
  init(_ sink: Sink<Value, Failure>, _ subscription: Subscription) {
    place = SinkPlace(sink)
    self.subscription = subscription
  }

  /// Whether the subscriber still receives events. A body that sends in a loop asks before each round.
  @inlinable
  public var isActive: Bool { subscription.isActive && !hasEnded.load(ordering: .relaxed) }

  /// Sends a value.
  @inlinable
  public func send(_ value: Value) {
    if gate.enter() {
      access.reads()
      if isActive { place.next(value) }
      if !gate.leaveIfNothingWaits() { drain() }
    } else {
      send(.next(value))
    }
  }

  /// Sends the end.
  public func complete() { send(.completed) }

  /// Sends the end, with what went wrong.
  public func fail(_ failure: Failure) { send(.failed(failure)) }

  /// Sends any event.
  public func send(_ event: Event<Value, Failure>) { admit(event) }

  @usableFromInline
  package func handle(_ event: Event<Value, Failure>) {
    access.writes()
    guard isActive else { return place.clear() }
    guard let completion = event.completion else { return place.sink!.send(event) }
    let sink = place.sink!
    hasEnded.store(true, ordering: .relaxed)
    place.clear()
    sink.end(completion)
  }

  /// Releases the subscriber, so that a reference to this observer keeps nothing else alive.
  func release() { send(.completed) }
}

/// The teardown of a hand-made signal's subscription.
@usableFromInline
final class BodyTeardown<Value: Sendable, Failure: Error>: Disposing {
  /// Weak, since the observer knows the subscription that holds this.
  private weak let observer: Observer<Value, Failure>?
  private let cleanup: Disposable

  @usableFromInline
  init(_ observer: Observer<Value, Failure>, _ cleanup: Disposable) {
    self.observer = observer
    self.cleanup = cleanup
  }

  @usableFromInline var isDisposed: Bool { cleanup.isDisposed }

  @usableFromInline
  func dispose() {
    cleanup.dispose()
    observer?.release()
  }
}

extension Observer where Value == Void {
  /// Sends the one value that there is.
  @inlinable
  public func send() { send(()) }
}
