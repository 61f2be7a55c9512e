public import StreamCore

/// Keeps what a `flatMap` has chosen alive: the result holds it, and so do the sources while the result is observed.
///
/// The part that computes knows it only weakly. The sources hold that part while it is observed, the chosen ones among them, and those must not keep
/// themselves.
@usableFromInline
final class Choice<Value: Sendable>: Sendable {
  private let chosen = Lock<[ObjectIdentifier: Property<Value>]>([:])

  @usableFromInline init() {}

  @usableFromInline
  func keep(_ property: Property<Value>, for pick: Pick<Value>) {
    chosen.withLock { $0[ObjectIdentifier(pick)] = property }
  }

  func letGo(of pick: ObjectIdentifier) {
    // Released when the lock is free.
    _ = chosen.withLock { $0.removeValue(forKey: pick) }
  }
}

/// One choice: it lasts until it was replaced and nobody computes with it any more.
@usableFromInline
final class Pick<Value: Sendable>: Sendable {
  @usableFromInline let node: Node<Value>
  @usableFromInline weak let choice: Choice<Value>?

  @inlinable
  init(_ property: Property<Value>, _ choice: Choice<Value>?) {
    node = property.node
    self.choice = choice
    choice?.keep(property, for: self)
  }

  deinit { choice?.letGo(of: ObjectIdentifier(self)) }
}

/// The closure of a `flatMap`, until there is nothing more to choose.
@usableFromInline
final class Chooser<Value: Sendable, Output: Sendable>: Sendable {
  @frozen
  @usableFromInline
  enum State: Sendable {
    case choosing(@Sendable (Value) -> Property<Output>)
    case settled(Pick<Output>)
  }

  @usableFromInline let state: Lock<State>
  @usableFromInline weak let choice: Choice<Output>?

  @usableFromInline
  init(_ transform: @escaping @Sendable (Value) -> Property<Output>, _ choice: Choice<Output>) {
    state = Lock(.choosing(transform))
    self.choice = choice
  }

  @inlinable
  func pick(_ value: Value) -> Pick<Output> {
    switch state.withLock({ $0 }) {
    case .choosing(let transform): Pick(transform(value), choice)
    case .settled(let pick): pick
    }
  }

  @inlinable
  func settle(on pick: Pick<Output>) {
    // Holds the closure until the lock is free: releasing it may run anything.
    var state = State.settled(pick)
    self.state.withLock { swap(&$0, &state) }
  }
}
