public import StreamCore
import StreamPrimitives

/// One observer's place with a subject: its sink, and whether that has yet to be told what is stored.
///
/// It is what the observer's subscription holds, and the only allocation that a subject makes for an observer. It keeps
/// the hub and never the subject, so a subject can be released while it has observers.
///
/// The thread that replays what is stored has entered `gate`, and what the hub delivers in that time is posted there.
/// At all other times that gate is idle, and who has entered the hub's gate may deliver without entering this one.
@usableFromInline
package final class Slot<Value: Sendable, Failure: Error>: Gated, MayBeEndless {
  @usableFromInline let hub: Hub<Value, Failure>

  /// Retained until the sink is let go of. The subscription retains this, so it is a cycle, on purpose.
  @usableFromInline let subscription: Unmanaged<Subscription>

  /// Guard: touched only by who has entered `gate`, or has entered the hub's and found `gate` idle; so the exclusivity
  /// check, which every delivery would pay, is left out.
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var place: SinkPlace<Value, Failure>

  /// What waits is a closure: a gate of values would ask for metadata when a slot is made and released.
  @usableFromInline package let gate = Gate<@Sendable () -> Void>()

  /// Whether the observer is to hear no more: its subscription was disposed, or it has been told the end.
  private let isGone = Atomic(false)

  @inlinable
  package init(_ hub: Hub<Value, Failure>, _ subscription: Subscription, _ sink: Sink<Value, Failure>) {
    self.hub = hub
    self.subscription = .passRetained(subscription)
    place = SinkPlace(sink)
  }

  deinit { if !isEmpty { subscription.release() } }

  /// Whether the sink was let go of, and the subscription with it.
  @inlinable @inline(__always) var isEmpty: Bool { place.sink == nil }

  package var isEndless: Bool { hub.isEndless }

  @usableFromInline package var isDisposed: Bool { isGone.load(ordering: .relaxed) }

  /// Nothing is delivered from now on; the sink is let go of when nobody can be in it.
  @usableFromInline
  package func dispose() {
    if !isGone.exchange(true, ordering: .acquiringAndReleasing) { hub.remove(self) }
  }

  @usableFromInline
  package func handle(_ step: @Sendable () -> Void) { step() }

  @usableFromInline package var name: String { hub.name }

  // MARK: Called by who has entered the hub's gate

  @inlinable
  package func receive(_ value: Value) {
    if gate.isIdle { tell(value) } else { receiveLate(value) }
  }

  @usableFromInline
  func receiveLate(_ value: Value) {
    if !isDisposed { admit { self.tell(value) } }
  }

  /// Delivers the end and lets go of the sink.
  @usableFromInline
  func receive(_ completion: Completion<Failure>) {
    if gate.isIdle { end(completion) } else { admit { self.end(completion) } }
  }

  /// Lets go of the sink, without an end.
  func clear() {
    if gate.isIdle { letGo() } else { admit { self.letGo() } }
  }

  // MARK: Called by who may touch the sink

  @inlinable
  func tell(_ value: Value) {
    if !isEmpty, subscription._withUnsafeGuaranteedRef({ $0.isActive }) { place.next(value) }
  }

  @usableFromInline
  func end(_ completion: Completion<Failure>) {
    guard let sink = place.sink else { return }
    withExtendedLifetime(subscription.takeUnretainedValue()) { subscription in
      letGo()
      guard !isGone.exchange(true, ordering: .acquiringAndReleasing) else { return }
      if subscription.isActive { sink.end(completion) }
    }
  }

  private func letGo() {
    guard !isEmpty else { return }
    place.clear()
    subscription.release()
  }
}
