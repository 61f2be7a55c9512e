public import StreamRuntime

/// A consumer that waits for a stream: a loop over its values, a blocked thread, a lazy stream's reader.
@usableFromInline
package protocol Waiter: AnyObject, Sendable {
  /// Called when the stream can neither send nor end.
  func sourceIsUnreachable()
}

/// Notifies a waiter when its source becomes unreachable.
///
/// Only the waiter's sink retains this object. So when it is released, the source can no longer send. The waiter is
/// notified, unless the source is known never to end. A waiter that has received the end ignores the notification.
@usableFromInline
package final class WaiterOwner<Receiver: Waiter>: Sendable {
  @usableFromInline package let waiter: Receiver
  private let subscription: Subscription

  @usableFromInline
  package init(_ waiter: Receiver, _ subscription: Subscription) {
    self.waiter = waiter
    self.subscription = subscription
  }

  deinit { if !subscription.isEndless { waiter.sourceIsUnreachable() } }
}
