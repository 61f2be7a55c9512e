import StreamTracing

/// Values that wait under a ``BufferPolicy``, and the decision what becomes of one for which there is no room.
///
/// Whoever owns it calls it under the lock or inside the gate that guards it, and acts on the ``Outcome`` when that is
/// free.
@usableFromInline
package struct Buffer<Value: Sendable>: Sendable {
  /// What is left to do about a value that was put into the buffer.
  @usableFromInline
  package enum Outcome {
    case kept

    /// There was no room for this one; it is released by the caller, since a value may have something to say when it
    /// goes.
    case dropped(Value)

    /// The value that waited is out: combined with the new one it is to be put into the buffer again. Whoever asks
    /// meanwhile finds nothing.
    case combine(Value, @Sendable (Value, Value) -> Value)
  }

  /// How many values may wait, or from which on the senders wait too.
  @usableFromInline package let limit: Int
  @usableFromInline let policy: BufferPolicy<Value>

  /// The backpressure under which this buffer is drained. A value that is sent during the drain does not wait for room:
  /// it would wait for itself.
  @usableFromInline let ownPressure: Backpressure?

  @usableFromInline package var values = Queue<Value>()

  /// The brakes on senders for whose values there was no room; those are the last of the queue.
  @usableFromInline var brakes = Queue<Backpressure.Brake?>()

  /// The length of the queue below which a sender that waits goes on.
  ///
  /// Where many may wait, that is when half of them are gone, so that who takes them wakes the sender once for many and
  /// not for each. A buffer for a few has nothing to gain by that.
  @usableFromInline var resumeThreshold: Int { limit < 8 ? limit : limit / 2 }

  @usableFromInline
  package init(_ policy: BufferPolicy<Value>, drainedUnder ownPressure: Backpressure? = nil) {
    self.policy = policy
    self.ownPressure = ownPressure
    limit =
      switch policy.kind {
      case .unbounded: .max
      case .coalescing: 1
      case .newest(let limit), .oldest(let limit), .suspending(let limit): limit
      }
  }

  @inlinable package var isEmpty: Bool { values.isEmpty }

  /// Whether memory is the only bound.
  @usableFromInline package var isUnbounded: Bool { limit == .max }

  /// Puts a value last, if there is room.
  @inlinable
  package mutating func append(_ value: Value) -> Outcome {
    // While a sender waits, others wait with it: so its turn comes.
    guard values.count >= limit || !brakes.isEmpty else {
      values.append(value)
      return .kept
    }
    return overflow(value)
  }

  /// Finds room for a value.
  @inlinable
  mutating func overflow(_ value: Value) -> Outcome {
    switch policy.kind {
    case .unbounded, .suspending:
      values.append(value)
      let sender = Backpressure.current
      brakes.append(sender === ownPressure ? nil : sender.map { Backpressure.Brake($0) })
      return .kept
    case .oldest:
      noteDrop()
      return .dropped(value)
    case .newest:
      noteDrop()
      let oldest = values.popFirst()
      values.append(value)
      return oldest.map { .dropped($0) } ?? .kept
    case .coalescing(let combine):
      return values.popFirst().map { .combine($0, combine) } ?? .kept
    }
  }

  @usableFromInline
  func noteDrop() {
    policy.drops?.add()
    if Trace.isOn { TraceNode.recordHere(.dropped, "no room beside \(values.count) that wait") }
  }

  /// Takes the first value, and with it what holds up the first of the senders that wait, if it may go on: to be
  /// released when the lock is free.
  @inlinable
  package mutating func popFirst() -> (value: Value, brake: Backpressure.Brake?)? {
    guard let value = values.popFirst() else { return nil }
    guard !brakes.isEmpty, values.count - brakes.count < resumeThreshold else { return (value, nil) }
    return (value, brakes.popFirst() ?? nil)
  }

  /// Takes everything out; the caller releases it when the lock is free.
  @usableFromInline
  package mutating func empty() -> Buffer {
    defer {
      values = Queue()
      brakes = Queue()
    }
    return self
  }
}
