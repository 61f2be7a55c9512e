import StreamCore

/// What happens to an item when the concurrency limit is reached.
@usableFromInline
enum Excess: Sendable {
  case waits
  /// The item is queued, and its sender is suspended if it can wait: see ``Backpressure``.
  case waitsWithSender
  case isDropped
}

/// A queue of items with a limited number of places, each of which runs one item after another.
///
/// It does not refer to the sink, so the subscription may retain it. Disposing releases the queued items.
@usableFromInline
final class ConcurrencyLimit<Item: Sendable>: Disposing {
  /// A place is free only if the queue is empty, except between ``admit(_:)`` and the first ``next()`` of its caller.
  @usableFromInline
  struct State: Sendable {
    @usableFromInline var queue = Queue<(item: Item, suspension: Backpressure.Suspension?)>()
    @usableFromInline var freePlaces: Int
    @usableFromInline var isDisposed = false
  }

  @usableFromInline let state: Lock<State>
  @usableFromInline let excess: Excess

  @usableFromInline
  init(_ count: Int, _ excess: Excess) {
    state = Lock(State(freePlaces: count))
    self.excess = excess
  }

  /// Whether an item would be dropped now. Only the source takes places, so it may check before it makes the item.
  @inlinable var dropsItems: Bool { excess == .isDropped && state.withLock { $0.freePlaces == 0 } }

  /// Enqueues an item, and takes a free place for it.
  ///
  /// - Returns: Whether there was a free place. Then the caller runs items there until ``next()`` returns `nil`.
  @inlinable
  func admit(_ item: Item) -> Bool {
    let sender = excess == .waitsWithSender ? Backpressure.current : nil
    return state.withLock { state in
      guard !state.isDisposed else { return false }
      let hasPlace = state.freePlaces > 0
      if hasPlace { state.freePlaces -= 1 }
      state.queue.append((item, hasPlace ? nil : sender.map { Backpressure.Suspension($0) }))
      return hasPlace
    }
  }

  /// Returns the next item for a place, or `nil` and frees the place.
  @inlinable
  func next() -> Item? {
    // The `suspension` is released without the lock, because that may resume a sender.
    let first = state.withLock { state in
      let first = state.queue.popFirst()
      if first == nil { state.freePlaces += 1 }
      return first
    }
    return first?.item
  }

  @usableFromInline var isDisposed: Bool { state.withLock { $0.isDisposed } }

  @usableFromInline
  func dispose() {
    // Released without the lock, because it may release a stream or resume a sender.
    let queue = state.withLock { state in
      defer { (state.queue, state.isDisposed) = (Queue(), true) }
      return state.queue
    }
    withExtendedLifetime(queue) {}
  }
}

extension StreamProtocol {
  /// Merges the results of items made from the source's values, with at most `count` items running at a time.
  ///
  /// `run` fills a place: it takes items and sends to the joint until there are none, and then notifies the joint.
  @inlinable
  func limited<Item: Sendable, Output: Sendable>(
    to count: Int, _ excess: Excess, _ makeItem: @escaping @Sendable (Value) -> Item,
    _ run: @escaping @Sendable (Joint<Merging<Output>, Failure>, ConcurrencyLimit<Item>) -> Void,
    named name: StaticString = #function
  ) -> Signal<Output, Failure> {
    stage(named: name) { source, sink, subscription in
      let joint = Joint<Merging<Output>, Failure>(Merging(), sink, subscription)
      let limit = ConcurrencyLimit<Item>(count, excess)
      subscription.add(limit)
      let outer = joint.open()
      joint.attach(
        source, to: outer,
        sending: { value in
          guard outer.isActive, !limit.dropsItems else { return }
          let item = makeItem(value)
          guard outer.isActive, limit.admit(item) else { return }
          run(joint, limit)
        })
    }
  }
}
