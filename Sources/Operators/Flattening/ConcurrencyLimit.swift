import StreamCore

/// What becomes of an item that finds as many others running as may run at a time.
@usableFromInline
enum Excess: Sendable {
  case waits
  /// It waits, and so does its sender, if that can: see ``Backpressure``.
  case waitsWithSender
  case isDropped
}

/// A queue of items, and so many places in which they run, each taking one item after another.
///
/// It does not know the sink, so the subscription may own it: disposed, it lets go of what waits.
@usableFromInline
final class ConcurrencyLimit<Item: Sendable>: Disposing {
  @usableFromInline
  struct State: Sendable {
    @usableFromInline var queue = Queue<(item: Item, brake: Backpressure.Brake?)>()
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

  /// Whether an item would be dropped now. The source alone takes places, so it may ask before it makes the item.
  @inlinable var dropsItems: Bool { excess == .isDropped && state.withLock { $0.freePlaces == 0 } }

  /// - Returns: whether there was a free place, which the caller has to fill now.
  @inlinable
  func admit(_ item: Item) -> Bool {
    let sender = excess == .waitsWithSender ? Backpressure.current : nil
    return state.withLock { state in
      guard !state.isDisposed else { return false }
      let hasPlace = state.freePlaces > 0
      if hasPlace { state.freePlaces -= 1 }
      state.queue.append((item, hasPlace ? nil : sender.map { Backpressure.Brake($0) }))
      return hasPlace
    }
  }

  /// The next item for a place; the place is free from now on if there is none.
  @inlinable
  func next() -> Item? {
    // Its brake is released after the lock: that may let a sender go on.
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
    // Released after the lock: it may be the last that keeps a stream, or that holds a sender up.
    let queue = state.withLock { state in
      defer { (state.queue, state.isDisposed) = (Queue(), true) }
      return state.queue
    }
    withExtendedLifetime(queue) {}
  }
}

extension StreamProtocol {
  /// Merges what comes of the source's values, at most so many of which run at a time.
  ///
  /// `run` fills a place: it takes items and sends to the joint, until there are none, and then tells the joint that it
  /// has ended.
  @inlinable
  func limited<Item: Sendable, Output: Sendable>(
    to count: Int, _ excess: Excess, _ makeItem: @escaping @Sendable (Value) -> Item,
    _ run: @escaping @Sendable (Joint<Merging<Output>, Failure>, ConcurrencyLimit<Item>) -> Void,
    named name: StaticString = #function
  ) -> Signal<Output, Failure> {
    let source = signal
    return Signal(
      attaching: { sink, subscription in
        let joint = Joint<Merging<Output>, Failure>(Merging(), sink, subscription)
        let limit = ConcurrencyLimit<Item>(count, excess)
        subscription.add(limit)
        let outer = joint.open()
        joint.attach(
          source, to: outer,
          sending: { value in
            guard outer.subscription.isActive, !limit.dropsItems else { return }
            let item = makeItem(value)
            guard outer.subscription.isActive, limit.admit(item) else { return }
            joint.receive(.started)
            run(joint, limit)
          },
          completed: .ended)
      }, named: name)
  }
}
