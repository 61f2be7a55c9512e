import StreamCore
import StreamPrimitives

/// A queue of events for an action. It does not refer to the sink, so that the subscription may retain it.
@usableFromInline
protocol DeliveryQueue<Value, Failure>: Disposing {
  associatedtype Value: Sendable
  associatedtype Failure: Error

  /// The backpressure of the delivery if the policy suspends senders.
  var pressure: Backpressure? { get }

  /// Enqueues a value, and returns whether an action must be scheduled, and the outcome for the value.
  func append(_ value: Value) -> (needsAction: Bool, outcome: Buffer<Value>.Outcome)

  /// Enqueues the end, and returns whether an action must be scheduled.
  func append(_ end: Completion<Failure>) -> Bool

  /// Returns whether a starting action has any events to deliver.
  func begin() -> Bool

  /// Returns the next event, or `nil` to end the action.
  func next() -> Event<Value, Failure>?

  /// Ends an action whose budget is spent, and returns whether another one must be scheduled.
  func pause() -> Bool

  /// Ends an action whose subscription was disposed.
  func discard()
}

extension HandoffQueue: DeliveryQueue {
  @inlinable var pressure: Backpressure? { nil }

  @inlinable
  func append(_ value: Value) -> (needsAction: Bool, outcome: Buffer<Value>.Outcome) { (append(value), .kept) }
}
