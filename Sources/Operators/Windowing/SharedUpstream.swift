public import StreamCore
public import Subjects

/// The subscription to the source of `window` or `grouped`, shared by the subscribers of the result and of the parts.
///
/// The last of them to be disposed disposes it.
@usableFromInline
final class SharedUpstream: MayBeEndless {
  @usableFromInline let subscription = Subscription()
  @usableFromInline let state = Lock((hasResult: true, partSubscribers: 0))

  /// A part of the source, whose subscribers keep the source going. It does not keep the subject: a part that is held
  /// and not subscribed to keeps nothing.
  @inlinable
  func part<Value: Sendable, Failure: Error>(_ subject: Subject<Value, Failure>) -> Signal<Value, Failure> {
    subject.hub.setFeed(subscription)
    let signal = subject.signal
    return Signal(attaching: { [self] sink, subscription in
      state.withLock { $0.partSubscribers += 1 }
      subscription.add { self.change { $0.partSubscribers -= 1 } }
      signal.attach(sink, to: subscription)
    })
  }

  /// - Parameter result: The subscription of the result.
  @usableFromInline
  init(_ result: Subscription) { result.add(self) }

  @usableFromInline var isDisposed: Bool { subscription.isDisposed }
  @usableFromInline var isEndless: Bool { subscription.isEndless }

  /// Removes the observer of the result.
  @usableFromInline
  func dispose() { change { $0.hasResult = false } }

  @usableFromInline
  func change(_ body: (inout (hasResult: Bool, partSubscribers: Int)) -> Void) {
    let isOver = state.withLock { state in
      body(&state)
      return !state.hasResult && state.partSubscribers == 0
    }
    if isOver { subscription.dispose() }
  }
}
