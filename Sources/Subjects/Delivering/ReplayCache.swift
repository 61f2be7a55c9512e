public import StreamCore
public import StreamTracing

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

// The cache is changed and its change joins the queue at the gate in one step, under the cache's lock: so the order in
// which observers hear of values is the order in which they were stored, and a new observer is owed exactly what joins
// the queue after it. Nothing is delivered, and nothing is released, under that lock.
extension Hub {
  /// Enters the gate, or leaves a value with who is in. Called with the cache's lock held.
  @inlinable
  package func enter(orLeave value: Value) -> Bool {
    gate.enter() || !gate.post(item(value))
  }

  /// With the lock free again, delivers the value if the gate was entered, and else what a deliverer has left behind,
  /// if one has.
  @inlinable
  package func goOn(_ entered: Bool, with value: Value) {
    guard entered else { return takeOver() }
    deliver(value)
    leave()
  }

  /// Ends the cache and then the observers.
  @usableFromInline
  package func end(_ completion: Completion<Failure>, _ cache: Lock<some ReplayCache<Value, Failure>>) {
    let entered = cache.withLock { cache in
      guard cache.completion == nil else { return false }
      cache.completion = completion
      return gate.enter() || !gate.post(.job { self.finish(completion) })
    }
    guard entered else { return }
    finish(completion)
    leave()
  }

  /// Attaches an observer that is told what is stored, now, on this thread, and then what came in the meantime.
  @inlinable
  package func attach<Cache: ReplayCache<Value, Failure>>(
    _ sink: Sink<Value, Failure>, _ subscription: Subscription, recalling cache: Lock<Cache>
  ) {
    let sink = Trace.isOn ? traced(sink) : sink
    let slot = Slot(self, subscription, sink, isCatchingUp: true)
    var entered = false
    let (values, completion) = cache.withLock { cache in
      if cache.completion == nil { entered = join(slot) }
      return (cache.values, cache.completion)
    }
    finishAttaching(slot, sink, subscription, entered, values, completion)
  }

  /// Attaches an observer that is told the current value first. `recall` takes the cache's lock and, unless the end
  /// has come, joins while it has it.
  @inlinable
  package func attach(
    _ sink: Sink<Value, Failure>, _ subscription: Subscription,
    recalling recall: (_ join: () -> Void) -> (Value, Completion<Failure>?)
  ) {
    let sink = Trace.isOn ? traced(sink) : sink
    let slot = Slot(self, subscription, sink, isCatchingUp: true)
    var entered = false
    let (value, completion) = recall { entered = join(slot) }
    finishAttaching(slot, sink, subscription, entered, CollectionOfOne(value), completion)
  }

  /// Puts a slot in the queue at the gate. Called with the cache's lock held.
  @usableFromInline
  func join(_ slot: Slot<Value, Failure>) -> Bool { gate.enter() || !gate.post(.job { self.insert(slot) }) }

  @inlinable
  func finishAttaching(
    _ slot: Slot<Value, Failure>, _ sink: Sink<Value, Failure>, _ subscription: Subscription, _ entered: Bool,
    _ values: some Sequence<Value>, _ completion: Completion<Failure>?
  ) {
    if entered {
      insert(slot)
      leave()
    }
    if completion == nil { subscription.add(slot) }
    for value in values {
      guard subscription.isActive else { break }
      sink.next(value)
    }
    if let completion {
      if subscription.isActive { sink.end(completion) }
    } else {
      slot.finishReplay(to: sink)
    }
  }
}
