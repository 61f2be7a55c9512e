public import StreamCore
import StreamPrimitives

/// One observer of a subject: its sink, and its subscription.
///
/// The observer's subscription retains it, and so does the hub's list, which is linked through the slots. It retains
/// the hub and never the subject, so a subject can be released while it has observers.
@usableFromInline
package final class Slot<Value: Sendable, Failure: Error>: MayBeEndless {
  @usableFromInline let hub: Hub<Value, Failure>

  /// Retained until the sink is released. The subscription retains the slot, so this is an intended retain cycle.
  ///
  /// Guarded by: the hub's gate, like the sink.
  @usableFromInline let subscription: Unmanaged<Subscription>

  /// Guarded by: the hub's gate (only the draining thread touches it). If the hub was closed before, the attaching
  /// thread releases it without the gate, before the subscription has the slot.
  ///
  /// So the exclusivity check, which every delivery would pay, is left out.
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var sink: ReleasableSink<Value, Failure>

  /// The neighbours in the hub's list.
  ///
  /// Guarded by: the hub's gate.
  @exclusivity(unchecked) @usableFromInline nonisolated(unsafe) var next: Unmanaged<Slot>?
  @exclusivity(unchecked) nonisolated(unsafe) var previous: Unmanaged<Slot>?

  /// Whether the observer receives nothing more: its subscription was disposed, or the end was delivered.
  private let isClosed = Atomic(false)

  @inlinable
  package init(_ hub: Hub<Value, Failure>, _ subscription: Subscription, _ sink: Sink<Value, Failure>) {
    self.hub = hub
    self.subscription = .passRetained(subscription)
    self.sink = ReleasableSink(sink)
  }

  deinit { if !sink.isReleased { subscription.release() } }

  package var isEndless: Bool { hub.isEndless }

  @usableFromInline package var isDisposed: Bool { isClosed.load(ordering: .relaxed) }

  /// Removes the observer from the hub. The draining thread releases the sink.
  ///
  /// The subscription calls it after it has become inactive, so no value is delivered meanwhile.
  @usableFromInline
  package func dispose() {
    if !isClosed.exchange(true, ordering: .acquiringAndReleasing) { hub.remove(self) }
  }

  // MARK: Called by the draining thread

  @inlinable
  func deliver(_ value: Value) {
    if !sink.isReleased, subscription._withUnsafeGuaranteedRef({ $0.isActive }) { sink.next(value) }
  }

  /// Delivers the end, and releases the sink and the subscription.
  @usableFromInline
  func deliver(_ completion: Completion<Failure>) {
    guard let sink = sink.take() else { return }
    // Otherwise the subscription could be released, and so disposed, before it receives the end.
    withExtendedLifetime(subscription.takeRetainedValue()) { subscription in
      guard !isClosed.exchange(true, ordering: .acquiringAndReleasing) else { return }
      if subscription.isActive { sink.end(completion) }
    }
  }

  /// Releases the sink and the subscription, without an end.
  func release() {
    guard !sink.isReleased else { return }
    sink.release()
    subscription.release()
  }
}
