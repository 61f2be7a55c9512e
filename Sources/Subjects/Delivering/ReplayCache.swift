public import StreamCore
import StreamTracing

/// The values and the end that a subject keeps for later observers.
@usableFromInline
package protocol ReplayCache<Value, Failure>: Sendable {
  associatedtype Value: Sendable
  associatedtype Failure: Error
  associatedtype Values: Sequence<Value>

  /// The values that a new observer receives first.
  var values: Values { get }

  /// The end of the subject, once it was sent.
  var completion: Completion<Failure>? { get set }
}

extension Lock where State: ReplayCache {
  /// Returns the values and the end for a new observer. In the same step the observer joins, unless the end was sent.
  @usableFromInline
  package func recall(_ join: () -> Void) -> (State.Values, Completion<State.Failure>?) {
    withLock { cache in
      if cache.completion == nil { join() }
      return (cache.values, cache.completion)
    }
  }
}

// A value is stored in the cache and enqueued at the gate under the cache's lock. So observers receive values in the
// order in which they were stored, and a new observer misses none and receives none twice. Nothing is delivered or
// released under that lock.
extension Hub {
  /// Enters the gate, or enqueues a value for the draining thread. Called with the cache's lock held.
  ///
  /// - Returns: Whether the caller has entered. Without the lock it then calls `deliver(_:ifEntered:)`, in both cases.
  @inlinable
  package func enter(orEnqueue value: Value) -> Bool {
    gate.enter() || !(Backpressure.current == nil ? gate.enqueue(value) : gate.enqueue(job: job(value)))
  }

  /// Delivers the value if the gate was entered; otherwise continues a drain that has stopped, if one has.
  ///
  /// Called without the lock.
  @usableFromInline
  package func deliver(_ value: Value, ifEntered entered: Bool) {
    guard entered else { return takeOver() }
    notify(value)
    leave()
  }

  /// Closes the cache, and then ends the observers.
  @usableFromInline
  func end(_ completion: Completion<Failure>, _ cache: Lock<some ReplayCache<Value, Failure>>) {
    let ends = cache.withLock { cache in
      guard cache.completion == nil else { return false }
      cache.completion = completion
      return true
    }
    if ends { end(completion) }
  }

  /// Closes the cache and completes the observers of a subject that is released.
  ///
  /// If they receive no end (see ``endsWhenReleased``), the cache stays as it is.
  package func endAsReleased(_ cache: Lock<some ReplayCache<Value, Failure>>) {
    endAsReleased { cache.withLock { if $0.completion == nil { $0.completion = .completed } } }
  }

  /// Attaches an observer and replays the stored values to it, on this thread.
  ///
  /// An ``Observer`` serializes the replay and the live values: this thread holds its gate during the replay, so live
  /// values are queued there. `recall` returns the stored values and the end under the cache's lock. In the same step
  /// it calls `join` if the subject has not ended.
  @inlinable
  package func attach<Values: Sequence<Value>>(
    _ sink: Sink<Value, Failure>, _ subscription: Subscription,
    recalling recall: (_ join: () -> Void) -> (Values, Completion<Failure>?)
  ) {
    let observer = Observer(Trace.isOn ? traced(sink) : sink, subscription)
    _ = observer.gate.enter()
    let slot = Slot(
      self, subscription, Sink(next: { observer.send($0) }, end: { observer.send(Event($0)) }))
    var entered = false
    let (values, completion) = recall { entered = gate.enter() || !gate.enqueue(job: { self.insert(slot) }) }
    if entered {
      insert(slot)
      leave()
    }
    if completion == nil { subscription.add(slot) }
    for value in values {
      guard subscription.isActive else { break }
      observer.deliver(.next(value))
    }
    if let completion { observer.deliver(Event(completion)) }
    observer.leave()
  }
}
