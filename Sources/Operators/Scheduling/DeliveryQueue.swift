import StreamCore
import StreamPrimitives

/// The events that wait for their action. It does not know the sink, so that the subscription may own it.
@usableFromInline
protocol DeliveryQueue<Value, Failure>: Disposing {
  associatedtype Value: Sendable
  associatedtype Failure: Error

  /// The pressure under which values are delivered if the policy suspends senders.
  var pressure: Backpressure? { get }

  /// Puts a value last: whether an action has to be scheduled, and what is left to do about the value.
  func append(_ value: Value) -> (needsAction: Bool, outcome: Buffer<Value>.Outcome)

  /// Puts the end behind all values: whether an action has to be scheduled.
  func append(_ end: Completion<Failure>) -> Bool

  /// Whether there is anything to do for an action that begins.
  func begin() -> Bool

  /// The next event; with nothing the action is over.
  func next() -> Event<Value, Failure>?

  /// Ends an action that has had its budget: whether the next has to be scheduled.
  func pause() -> Bool

  /// Ends an action that found its subscription disposed.
  func discard()
}

extension HandoffQueue: DeliveryQueue {
  @inlinable var pressure: Backpressure? { nil }

  @usableFromInline
  func append(_ value: Value) -> (needsAction: Bool, outcome: Buffer<Value>.Outcome) { (append(value), .kept) }
}
