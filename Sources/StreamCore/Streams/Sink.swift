/// The next stage of a chain, as two closures.
///
/// It is for authors of operators. All other code uses ``Observer``, which may be called on any thread. A sink relies
/// on its caller:
///
/// - Calls never overlap, and none comes after `end`.
/// - Before each value a source checks ``Subscription/isActive``, and stops if it is `false`. A stage that has run user
///   code checks again before it sends, because that code may have disposed the subscription. So a subscriber need not
///   check.
///
/// Sources that several threads can send to (subjects, observers, joints) serialize events with a gate, once. The
/// stages downstream need no synchronization.
public struct Sink<Value: Sendable, Failure: Error>: Sendable {
  /// Receives a value.
  public let next: @Sendable (Value) -> Void

  /// Receives the end.
  public let end: @Sendable (Completion<Failure>) -> Void

  /// A sink of two closures.
  @inlinable
  public init(
    next: @escaping @Sendable (Value) -> Void,
    end: @escaping @Sendable (Completion<Failure>) -> Void
  ) {
    self.next = next
    self.end = end
  }

  /// Receives any event.
  @inlinable
  public func send(_ event: Event<Value, Failure>) {
    switch event {
    case .next(let value): next(value)
    case .failed(let failure): end(.failed(failure))
    case .completed: end(.completed)
    }
  }
}

/// A sink that its owner can release at the end.
///
/// It cannot be copied, so a delivery borrows the sink. A copy would retain it: two atomic operations for each value,
/// which would double the cost of a delivery.
@usableFromInline
package struct ReleasableSink<Value: Sendable, Failure: Error>: ~Copyable, Sendable {
  @usableFromInline private(set) var sink: Sink<Value, Failure>?

  /// A sink that has not been released.
  @inlinable
  package init(_ sink: Sink<Value, Failure>) { self.sink = sink }

  /// Whether the sink was released.
  @inlinable @inline(__always) package var isReleased: Bool { sink == nil }

  /// Sends a value. The sink must not have been released.
  @inlinable
  package func next(_ value: Value) { sink!.next(value) }

  /// Releases the sink.
  @inlinable
  @inline(__always)
  package mutating func release() { sink = nil }

  /// Returns the sink and releases it; `nil` if it was released already.
  @inlinable
  package mutating func take() -> Sink<Value, Failure>? { sink.take() }
}
