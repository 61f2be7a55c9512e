import StreamTracing

/// A queue of values under a ``BufferPolicy``.
///
/// The owner calls it under the lock or inside the gate that guards it, and acts on the ``Outcome`` afterwards.
@usableFromInline
package struct Buffer<Value: Sendable>: Sendable {
  /// The remaining work of the owner for an appended value.
  @usableFromInline
  package enum Outcome {
    case kept

    /// The buffer was full. The owner releases this value without the lock, because that may run user code.
    case dropped(Value)

    /// The owner combines the removed value with the new one and appends the result. Meanwhile the buffer is empty.
    case combine(Value, @Sendable (Value, Value) -> Value)
  }

  /// The number of values from which on the policy applies.
  @usableFromInline package let limit: Int
  @usableFromInline let policy: BufferPolicy<Value>

  /// The backpressure under which this buffer is drained. A sender inside the drain is not suspended: it would wait for
  /// itself.
  @usableFromInline let ownPressure: Backpressure?

  @usableFromInline package var values = Queue<Value>()

  /// The suspensions of the senders of the last values; `nil` for a sender that cannot wait.
  ///
  /// There is one entry for each of these values. So `values.count - suspensions.count` values are queued before the
  /// first of these.
  @usableFromInline var suspensions = Queue<Backpressure.Suspension?>()

  /// A suspended sender resumes when fewer values than this are queued before its own.
  ///
  /// With a limit of eight or more it is half of the limit, so that a sender resumes once for many values.
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

  /// Appends a value, or applies the policy if the buffer is full.
  @inlinable
  package mutating func append(_ value: Value) -> Outcome {
    // While a sender is suspended, later senders are too. Otherwise it could wait forever.
    guard values.count >= limit || !suspensions.isEmpty else {
      values.append(value)
      return .kept
    }
    return overflow(value)
  }

  /// Applies the policy to a value that found the buffer full.
  @inlinable
  mutating func overflow(_ value: Value) -> Outcome {
    switch policy.kind {
    case .unbounded, .suspending:
      values.append(value)
      let sender = Backpressure.current
      suspensions.append(sender === ownPressure ? nil : sender.map { Backpressure.Suspension($0) })
      return .kept
    case .oldest:
      countDrop()
      return .dropped(value)
    case .newest:
      countDrop()
      let oldest = values.popFirst()
      values.append(value)
      return oldest.map { .dropped($0) } ?? .kept
    case .coalescing(let combine):
      return values.popFirst().map { .combine($0, combine) } ?? .kept
    }
  }

  @usableFromInline
  func countDrop() {
    policy.drops?.add()
    if Trace.isOn { TraceNode.recordHere(.dropped, "the buffer of \(limit) is full") }
  }

  /// Removes the first value, and the suspension of the first suspended sender if that sender may resume.
  ///
  /// The caller releases the suspension without the lock, because that may resume the sender.
  @inlinable
  package mutating func popFirst() -> (value: Value, suspension: Backpressure.Suspension?)? {
    guard let value = values.popFirst() else { return nil }
    guard !suspensions.isEmpty, values.count - suspensions.count < resumeThreshold else { return (value, nil) }
    return (value, suspensions.popFirst() ?? nil)
  }

  /// Removes all values and suspensions. The caller releases them without the lock.
  @usableFromInline
  package mutating func empty() -> Buffer {
    defer {
      values = Queue()
      suspensions = Queue()
    }
    return self
  }
}
