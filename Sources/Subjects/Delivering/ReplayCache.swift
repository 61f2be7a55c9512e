public import StreamCore
import StreamTracing

/// What a subject keeps for observers that come later.
@usableFromInline
package protocol ReplayCache<Value, Failure>: Sendable {
  associatedtype Value: Sendable
  associatedtype Failure: Error
  associatedtype Values: Sequence<Value>

  /// What a new observer is told first.
  var values: Values { get }

  /// How the subject ended, from the moment in which the end was sent.
  var completion: Completion<Failure>? { get set }
}

extension Lock where State: ReplayCache {
  /// What a new observer is told first; it joins the others in the same step, unless the end has come.
  @usableFromInline
  package func recall(_ join: () -> Void) -> (State.Values, Completion<State.Failure>?) {
    withLock { cache in
      if cache.completion == nil { join() }
      return (cache.values, cache.completion)
    }
  }
}

// A value is stored in the cache and posted at the gate under one lock, that of the cache. So observers hear of values
// in the order in which they were stored, and a new observer misses none and gets none twice. Nothing is delivered, and
// nothing is released, under that lock.
extension Hub {
  /// Enters the gate, or posts a value there for who is in. Called with the cache's lock held.
  @inlinable
  package func enter(orPost value: Value) -> Bool {
    gate.enter() || !gate.post(item(value))
  }

  /// With the lock free again, delivers the value if the gate was entered, and else what a deliverer has left behind,
  /// if one has.
  @usableFromInline
  package func goOn(_ entered: Bool, with value: Value) {
    guard entered else { return takeOver() }
    deliver(value)
    leave()
  }

  /// Ends the cache, which takes no more values then, and after it the observers.
  @usableFromInline
  func end(_ completion: Completion<Failure>, _ cache: Lock<some ReplayCache<Value, Failure>>) {
    let ends = cache.withLock { cache in
      guard cache.completion == nil else { return false }
      cache.completion = completion
      return true
    }
    if ends { end(completion) }
  }

  /// Ends the cache and the observers of a subject that is released.
  package func endAsReleased(_ cache: Lock<some ReplayCache<Value, Failure>>) {
    if endsWhenReleased { cache.withLock { if $0.completion == nil { $0.completion = .completed } } }
    endAsReleased()
  }

  /// Attaches an observer that is told what is stored, now, on this thread, and then what came in the meantime.
  /// `recall` says what is stored and how it ended, under the cache's lock, and joins in the same step if it has not.
  @usableFromInline
  package func attach<Values: Sequence<Value>>(
    _ sink: Sink<Value, Failure>, _ subscription: Subscription,
    recalling recall: (_ join: () -> Void) -> (Values, Completion<Failure>?)
  ) {
    let slot = Slot(self, subscription, Trace.isOn ? traced(sink) : sink)
    _ = slot.gate.enter()
    var entered = false
    let (values, completion) = recall { entered = gate.enter() || !gate.post(.job { self.insert(slot) }) }
    if entered {
      insert(slot)
      leave()
    }
    if completion == nil { subscription.add(slot) }
    for value in values {
      guard subscription.isActive else { break }
      slot.tell(value)
    }
    if let completion { slot.end(completion) } else { slot.leave() }
  }
}
