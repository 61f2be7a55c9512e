public import StreamPrimitives

/// Sends the events of a hand-made signal to one subscriber. It may be called from any thread.
///
/// Any number of threads may send. Events are delivered one at a time, in the order of arrival. An event that is sent
/// during a delivery, reentrant or from another thread, is queued without a bound and delivered after it. Nothing is
/// delivered after the end, or after the subscription was disposed: late events are dropped.
///
/// One thread delivers a bounded number of events for other threads. Then the next sender continues, or a system
/// thread.
public final class Observer<Value: Sendable, Failure: Error>: Gated {
  @usableFromInline package let gate = Gate<Event<Value, Failure>>()

  /// Whether the end was delivered.
  @usableFromInline let hasEnded = Atomic(false)

  /// Guarded by: the gate (only the draining thread touches it). So the exclusivity check is left out.
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var sink: ReleasableSink<Value, Failure>
  @usableFromInline let access = AccessCheck()
  @usableFromInline let subscription: Subscription

  @usableFromInline
  package init(_ sink: Sink<Value, Failure>, _ subscription: Subscription) {
    self.sink = ReleasableSink(sink)
    self.subscription = subscription
  }

  /// Whether the subscriber still receives events. A body that sends in a loop checks it in each round.
  @inlinable
  public var isActive: Bool { subscription.isActive && !hasEnded.load(ordering: .relaxed) }

  /// Sends a value.
  @inlinable
  public func send(_ value: Value) {
    if gate.enter() {
      access.reads()
      if isActive { sink.next(value) }
      if !gate.leaveIfEmpty() { drain() }
    } else {
      send(.next(value))
    }
  }

  /// Completes the signal.
  public func complete() { send(.completed) }

  /// Ends the signal with a failure.
  public func fail(_ failure: Failure) { send(.failed(failure)) }

  /// Sends any event.
  public func send(_ event: Event<Value, Failure>) { enqueue(event) }

  @usableFromInline
  package func deliver(_ event: Event<Value, Failure>) {
    access.writes()
    guard isActive else { return sink.release() }
    if case .next(let value) = event { return sink.next(value) }
    guard let completion = event.completion, let sink = sink.take() else { return }
    hasEnded.store(true, ordering: .relaxed)
    sink.end(completion)
  }

  /// Releases the subscriber, so that a reference to this observer keeps nothing else alive.
  ///
  /// Called when the subscription was disposed, so the completion is not delivered.
  func release() { send(.completed) }
}

/// The teardown of a hand-made signal's subscription.
@usableFromInline
final class BodyTeardown<Value: Sendable, Failure: Error>: Disposing {
  /// Weak, because the observer retains its subscription, which retains this object.
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
  /// Sends the value of a signal without information.
  @inlinable
  public func send() { send(()) }
}
