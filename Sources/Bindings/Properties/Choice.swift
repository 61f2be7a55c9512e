import StreamCore

/// Keeps what a `flatMap` has chosen alive: the result holds it, and so do the sources while the result is observed.
///
/// The part that computes knows it only weakly. The sources hold that part while it is observed, the chosen ones among them, and those must not keep
/// themselves.
final class Choice<Value: Sendable>: Sendable {
  private let chosen = Lock<[ObjectIdentifier: Property<Value>]>([:])

  func keep(_ property: Property<Value>, for pick: Pick<Value>) {
    chosen.withLock { $0[ObjectIdentifier(pick)] = property }
  }

  func letGo(of pick: ObjectIdentifier) {
    // Released when the lock is free.
    _ = chosen.withLock { $0.removeValue(forKey: pick) }
  }
}

/// One choice: it lasts until it was replaced and nobody computes with it any more.
final class Pick<Value: Sendable>: Sendable {
  let node: Node<Value>
  private weak let choice: Choice<Value>?

  init(_ property: Property<Value>, _ choice: Choice<Value>?) {
    node = property.node
    self.choice = choice
    choice?.keep(property, for: self)
  }

  deinit { choice?.letGo(of: ObjectIdentifier(self)) }
}
