public import StreamCore
public import StreamPrimitives

/// One observer's place with a subject: its sink, and how far it is.
///
/// It is what the observer's subscription holds, and the only allocation that a subject makes for an observer: 72
/// bytes. It keeps the hub and never the subject, so a subject can be released while it has observers.
@usableFromInline
package final class Slot<Value: Sendable, Failure: Error>: MayBeEndless {
  /// An event that arrived while the observer was still being told what is stored. The newest is first.
  @usableFromInline
  struct Waiting: Sendable {
    let event: Event<Value, Failure>
    let older: UInt

    /// The thread that brought it.
    let thread: UInt
  }

  @usableFromInline let hub: Hub<Value, Failure>

  /// Retained until the sink is let go of: it holds this.
  @usableFromInline let subscription: Unmanaged<Subscription>

  /// Guard: touched only by who has entered the hub's gate; so the exclusivity check, which every delivery would pay,
  /// is left out.
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var place: SinkPlace<Value, Failure>

  /// `live`, `gone`, `catchingUp`, or, still catching up, the address of the newest event that waits.
  @usableFromInline let state: Atomic<UInt>

  @usableFromInline static var live: UInt { 0 }
  @usableFromInline static var gone: UInt { 1 }
  @usableFromInline static var catchingUp: UInt { 2 }

  @inlinable
  package init(
    _ hub: Hub<Value, Failure>, _ subscription: Subscription, _ sink: Sink<Value, Failure>, isCatchingUp: Bool
  ) {
    self.hub = hub
    self.subscription = .passRetained(subscription)
    place = SinkPlace(sink)
    state = Atomic(isCatchingUp ? Self.catchingUp : Self.live)
  }

  /// Whether the sink was let go of. Called by who has entered the hub's gate, like the next.
  @inlinable @inline(__always) var isEmpty: Bool { place.sink == nil }

  deinit { if !isEmpty { subscription.release() } }

  @inlinable
  func letGo() {
    guard !isEmpty else { return }
    place.clear()
    subscription.release()
  }

  @inlinable var isGone: Bool { state.load(ordering: .relaxed) == Self.gone }

  @usableFromInline package var isDisposed: Bool { isGone }

  /// Whether its observer still wants to be told. Asked only while the observer's subscription is alive: by who has
  /// found the sink in its place, and by who attaches the observer.
  @inlinable var isActive: Bool { subscription._withUnsafeGuaranteedRef { $0.isActive } }

  package var isEndless: Bool { hub.isEndless }

  /// Nothing is delivered from now on; the sink is let go of when nobody can be in it.
  @usableFromInline
  package func dispose() {
    let before = state.exchange(Self.gone, ordering: .acquiringAndReleasing)
    guard before != Self.gone else { return }
    if before > Self.catchingUp { _ = Self.take(before) }
    hub.remove(self)
  }

  // MARK: Called by who has entered the hub's gate

  @inlinable
  package func receive(_ value: Value) {
    if state.load(ordering: .acquiring) == Self.live {
      if isActive { place.next(value) }
    } else {
      receiveLate(value)
    }
  }

  /// Delivers the end and lets go of the sink.
  @usableFromInline
  func receive(_ completion: Completion<Failure>) {
    guard let sink = place.sink else { return }
    withExtendedLifetime(subscription.takeUnretainedValue()) {
      letGo()
      if !wait(Event(completion)) { end(sink, completion) }
    }
  }

  @usableFromInline
  func receiveLate(_ value: Value) {
    guard !wait(.next(value)), !isGone, isActive else { return }
    place.next(value)
  }

  /// Leaves an event with the one who replays; `false` if that is over, or the observer gone.
  private func wait(_ event: Event<Value, Failure>) -> Bool {
    var seen = state.load(ordering: .acquiring)
    guard seen >= Self.catchingUp else { return false }
    let place = UnsafeMutablePointer<Waiting>.allocate(capacity: 1)
    while seen >= Self.catchingUp {
      place.initialize(to: Waiting(event: event, older: seen, thread: currentThread))
      let (left, found) = state.weakCompareExchange(
        expected: seen, desired: UInt(bitPattern: place),
        successOrdering: .acquiringAndReleasing, failureOrdering: .acquiring)
      if left { return true }
      place.deinitialize(count: 1)
      seen = found
    }
    place.deallocate()
    return false
  }

  // MARK: Called by who made the slot and has replayed

  /// Delivers what arrived during the replay, and makes the slot like any other. A job elsewhere goes on when the share
  /// for others is used up.
  @usableFromInline
  package func finishReplay(to sink: Sink<Value, Failure>) { finishReplay(to: sink, []) }

  /// Delivers the events of a list, whose first is the last in it, and what has arrived meanwhile.
  private func finishReplay(to sink: Sink<Value, Failure>, _ newestFirst: [Waiting]) {
    let thread = currentThread
    var share = Share(ThreadClock(), time: .threadShare)
    var left = newestFirst
    repeat {
      while let waiting = left.popLast(), !isGone {
        deliver(waiting.event, to: sink)
        if waiting.thread == thread || share.take() { continue }
        let rest = left
        runElsewhere { self.finishReplay(to: sink, rest) }
        return
      }
      guard let more = takeOrGoLive() else { return }
      left = more
    } while true
  }

  /// What has arrived; `nil` if that is nothing, and the slot is like any other from now on, or if it is gone.
  private func takeOrGoLive() -> [Waiting]? {
    var seen = state.load(ordering: .acquiring)
    while seen != Self.gone {
      let next = seen == Self.catchingUp ? Self.live : Self.catchingUp
      let (taken, found) = state.compareExchange(expected: seen, desired: next, ordering: .acquiringAndReleasing)
      if taken { return next == Self.live ? nil : Self.take(seen) }
      seen = found
    }
    return nil
  }

  private func deliver(_ event: Event<Value, Failure>, to sink: Sink<Value, Failure>) {
    if let completion = event.completion {
      end(sink, completion)
    } else if isActive {
      sink.send(event)
    }
  }

  private func end(_ sink: Sink<Value, Failure>, _ completion: Completion<Failure>) {
    guard state.exchange(Self.gone, ordering: .acquiringAndReleasing) != Self.gone else { return }
    if isActive { sink.end(completion) }
  }

  /// Takes a list of waiting events down, the newest first.
  @usableFromInline
  static func take(_ newest: UInt) -> [Waiting] {
    var all: [Waiting] = []
    var next = newest
    while next > catchingUp, let waiting = UnsafeMutablePointer<Waiting>(bitPattern: next) {
      let taken = waiting.move()
      waiting.deallocate()
      all.append(taken)
      next = taken.older
    }
    return all
  }
}
