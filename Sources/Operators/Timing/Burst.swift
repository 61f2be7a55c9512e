public import StreamCore

/// The values that one input leads to: mostly one or none, which takes no allocation.
@usableFromInline
struct Burst<Value: Sendable>: Sendable {
  @usableFromInline var first: Value?
  @usableFromInline var rest: [Value] = []

  @inlinable
  init(_ first: Value? = nil) { self.first = first }

  @inlinable
  mutating func append(_ value: Value) {
    if first == nil { first = value } else { rest.append(value) }
  }

  /// Sends the values one by one, for as long as they are wanted.
  @inlinable
  func send<Failure: Error>(to sink: Sink<Value, Failure>, _ subscription: Subscription) {
    guard let first, subscription.isActive else { return }
    sink.next(first)
    for value in rest {
      guard subscription.isActive else { return }
      sink.next(value)
    }
  }
}
