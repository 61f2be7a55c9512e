public import StreamCore

/// How many values may wait, and which are given up when there are more.
@frozen
public enum Buffering: Hashable, Sendable {
  /// Every value waits; memory is the only bound.
  case unbounded
  /// At most so many wait; a new value pushes out the oldest. `newest(1)` keeps the latest only.
  case newest(Int)
  /// At most so many wait; a new value that finds no room is given up.
  case oldest(Int)

  /// How many values may wait.
  @inlinable var limit: Int {
    switch self {
    case .unbounded: .max
    case .newest(let limit), .oldest(let limit): limit
    }
  }

  /// Traps for a buffer without room.
  @usableFromInline
  func requireRoom() {
    precondition(limit > 0, "A buffer needs room for at least one value, and \(self) has none.")
  }
}

/// Values that wait, under a ``Buffering``.
@frozen
@usableFromInline
struct Buffer<Value: Sendable>: Sendable {
  @usableFromInline let policy: Buffering
  @usableFromInline var values = Queue<Value>()

  @inlinable
  init(_ policy: Buffering) {
    policy.requireRoom()
    self.policy = policy
  }

  @inlinable var isEmpty: Bool { values.isEmpty }

  /// Puts a value last.
  ///
  /// - Returns: the value that is given up for want of room.
  @inlinable
  mutating func append(_ value: Value) -> Value? {
    guard values.count >= policy.limit else {
      values.append(value)
      return nil
    }
    guard case .newest = policy else { return value }
    defer { values.append(value) }
    return values.popFirst()
  }

  @inlinable
  mutating func popFirst() -> Value? { values.popFirst() }
}
