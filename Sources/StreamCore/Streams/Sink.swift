/// Where a stage of a chain puts its events: the next stage, as two closures.
///
/// This is what operators are made of. Code that only uses streams meets ``Observer`` instead, which may be called from
/// anywhere; a sink trusts its caller:
///
/// - calls never overlap, and none comes after `end`;
/// - before each value a source asks ``Subscription/isActive`` and stops when the answer is no; a stage that has run
///   the user's code asks again before it passes on what came of it, since that code may have disposed the
///   subscription. So a subscriber need not ask.
///
/// Sources that other code drives (subjects, observers, joints) see to that with a gate, once, where a value enters;
/// the stages below pay nothing for it.
public struct Sink<Value: Sendable, Failure: Error>: Sendable {
  /// Takes a value.
  public let next: @Sendable (Value) -> Void

  /// Takes the end.
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

  /// Takes any event.
  @inlinable
  public func send(_ event: Event<Value, Failure>) {
    switch event {
    case .next(let value): next(value)
    case .failed(let failure): end(.failed(failure))
    case .completed: end(.completed)
    }
  }
}

/// Where a source that is sent to by hand keeps its sink, and lets go of it at the end.
///
/// It cannot be copied, so a delivery borrows the sink and does not count a reference, which would double its cost.
@usableFromInline
package struct SinkPlace<Value: Sendable, Failure: Error>: ~Copyable, Sendable {
  /// The sink, until the end.
  @usableFromInline package private(set) var sink: Sink<Value, Failure>?

  /// A place with a sink, or without one any more.
  @inlinable
  package init(_ sink: Sink<Value, Failure>?) { self.sink = sink }

  /// Lets go of the sink.
  @inlinable
  @inline(__always)
  package mutating func clear() { sink = nil }

  /// Hands on a value. There must be a sink.
  @inlinable
  package func next(_ value: Value) { sink!.next(value) }
}
