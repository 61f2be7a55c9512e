public import StreamCore
public import Synchronization

/// One observer's place with a subject: its sink, and whether it still listens.
///
/// It is what the observer's subscription holds. It keeps the hub, never the subject, so a subject can be released while it has
/// observers. 72 bytes, the only allocation that a subject makes for an observer.
@usableFromInline
final class Slot<Value: Sendable, Failure: Error>: Disposing {
  @usableFromInline static var live: UInt8 { 0 }
  @usableFromInline static var catchingUp: UInt8 { 1 }
  @usableFromInline static var gone: UInt8 { 2 }

  @usableFromInline let hub: Hub<Value, Failure>

  /// Guard: touched only by who has entered the hub's gate; so is the exclusivity check left out, which each delivery would pay.
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var sink: Sink<Value, Failure>?

  /// What arrives for an observer that still gets stored values waits here. Entered, from the start, by who replays.
  @usableFromInline let backlog = Gate<Event<Value, Failure>>()

  @usableFromInline let state: Atomic<UInt8>

  /// Whether the hub counts this slot among its own. Guard: touched only by who has entered the hub's gate.
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var isListed = false

  @inlinable
  init(_ sink: Sink<Value, Failure>, _ hub: Hub<Value, Failure>) {
    self.sink = sink
    self.hub = hub
    state = Atomic(Self.live)
  }

  /// A slot whose maker replays stored values to `sink` before it calls ``finishReplay(to:)``.
  @inlinable
  init(catchingUp sink: Sink<Value, Failure>, _ hub: Hub<Value, Failure>) {
    self.sink = sink
    self.hub = hub
    state = Atomic(Self.catchingUp)
    _ = backlog.enter()
  }

  @inlinable var isGone: Bool { state.load(ordering: .relaxed) == Self.gone }

  @usableFromInline var isDisposed: Bool { isGone }

  /// Nothing is delivered from now on; the sink is let go of when nobody can be in it.
  @inlinable
  func dispose() {
    guard state.exchange(Self.gone, ordering: .acquiringAndReleasing) != Self.gone else { return }
    hub.remove(self)
  }

  /// Delivers a live value. Called by who has entered the hub's gate.
  @inlinable
  func receive(_ value: Value) {
    if state.load(ordering: .relaxed) == Self.live {
      sink.unsafelyUnwrapped.next(value)
    } else {
      receiveLate(value)
    }
  }

  @usableFromInline
  func receiveLate(_ value: Value) {
    guard !isGone, !backlog.post(.next(value)) else { return }
    // Who replayed has left, so this slot is like any other from now on, unless it was disposed.
    let isLive = state.compareExchange(
      expected: Self.catchingUp, desired: Self.live, ordering: .acquiringAndReleasing
    ).exchanged
    if isLive { sink.unsafelyUnwrapped.next(value) }
  }

  /// Delivers the end and lets go of the sink. Called by who has entered the hub's gate.
  @usableFromInline
  func receive(_ completion: Completion<Failure>) {
    let sink = self.sink
    self.sink = nil
    isListed = false
    if state.load(ordering: .relaxed) == Self.catchingUp, backlog.post(Event(completion)) { return }
    if let sink { end(sink, completion) }
  }

  /// Delivers what arrived during the replay. Called once, by who made the slot.
  @usableFromInline
  func finishReplay(to sink: Sink<Value, Failure>) {
    backlog.leave { event in
      guard !isGone else { return }
      if let completion = event.completion {
        end(sink, completion)
      } else {
        sink.send(event)
      }
    }
  }

  private func end(_ sink: Sink<Value, Failure>, _ completion: Completion<Failure>) {
    guard state.exchange(Self.gone, ordering: .acquiringAndReleasing) != Self.gone else { return }
    sink.end(completion)
  }
}
