/// What a subscription may hold, and may be asked about: whether there is a stream in it that never ends by its
/// meaning.
///
/// A run whose sink has been released without an end is out of reach (contract 14). Then whoever waits for it asks
/// this, from the subscription that it has down to the sources that are attached at that time.
package protocol MayBeEndless: Disposing {
  /// Whether something that it waits for never ends.
  var isEndless: Bool { get }
}

extension Disposable {
  /// Whether something that the work waits for never ends.
  package var isEndless: Bool { (target as? any MayBeEndless)?.isEndless ?? false }
}

/// What `never` leaves with its subscription.
@usableFromInline
final class Endless: MayBeEndless {
  /// There is nothing to tell one from another.
  @usableFromInline static let mark = Endless()

  private init() {}

  var isEndless: Bool { true }
  @usableFromInline var isDisposed: Bool { false }
  @usableFromInline func dispose() {}
}

/// Somebody who waits for a stream: a loop over its values, a thread that blocks, the reader of a lazy stream.
@usableFromInline
package protocol Waiter: AnyObject, Sendable {
  /// Nothing can come any more.
  func waitsInVain()
}

/// What the sink of somebody who waits holds. When it is released nobody can send any more, and waiting would be in
/// vain, except for a stream that never ends.
@usableFromInline
package final class Feed<Receiver: Waiter>: Sendable {
  @usableFromInline package let waiter: Receiver
  private let subscription: Subscription

  @usableFromInline
  package init(_ waiter: Receiver, _ subscription: Subscription) {
    self.waiter = waiter
    self.subscription = subscription
  }

  deinit { if !subscription.isEndless { waiter.waitsInVain() } }
}
