import StreamCore
import Subjects

/// The subscription to the source of `window` or `grouped`, shared by the subscribers of the result and of the parts.
///
/// The last of them to be disposed disposes it.
final class SharedUpstream: MayBeEndless {
  let subscription = Subscription()
  private let state = Lock((hasResult: true, partSubscribers: 0))

  /// A part of the source, whose subscribers keep the source going. It does not keep the subject: a part that is held
  /// and not subscribed to keeps nothing.
  func part<Value: Sendable, Failure: Error>(_ subject: Subject<Value, Failure>) -> Signal<Value, Failure> {
    subject.follow(subscription)
    let signal = subject.signal
    return Signal(attaching: { [self] sink, subscription in
      state.withLock { $0.partSubscribers += 1 }
      subscription.add { self.change { $0.partSubscribers -= 1 } }
      signal.attach(sink, to: subscription)
    })
  }

  var isDisposed: Bool { subscription.isDisposed }
  var isEndless: Bool { subscription.isEndless }

  /// Removes the observer of the result.
  func dispose() { change { $0.hasResult = false } }

  private func change(_ body: (inout (hasResult: Bool, partSubscribers: Int)) -> Void) {
    let isOver = state.withLock { state in
      body(&state)
      return !state.hasResult && state.partSubscribers == 0
    }
    if isOver { subscription.dispose() }
  }
}
