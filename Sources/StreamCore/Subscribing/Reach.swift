public import StreamRuntime

/// Somebody who waits for a stream: a loop over its values, a thread that blocks, the reader of a lazy stream.
@usableFromInline
package protocol Waiter: AnyObject, Sendable {
  /// Nothing can come any more.
  func waitsInVain()
}

/// What the sink of somebody who waits holds. When it is released nobody can send any more, and waiting would be in
/// vain, except for a stream that never ends.
@usableFromInline
package final class Reach<Receiver: Waiter>: Sendable {
  @usableFromInline package let waiter: Receiver
  private let subscription: Subscription

  @usableFromInline
  package init(_ waiter: Receiver, _ subscription: Subscription) {
    self.waiter = waiter
    self.subscription = subscription
  }

  deinit { if !subscription.isEndless { waiter.waitsInVain() } }
}
