import StreamCore

/// The subscription to the source. The observer of the result shares it with those of the windows; the last of them to
/// go disposes it.
final class SharedUpstream: MayBeEndless {
  let subscription = Subscription()
  private let state = Lock((hasResult: true, windowObservers: 0))

  func add() { state.withLock { $0.windowObservers += 1 } }

  func remove() { change { $0.windowObservers -= 1 } }

  var isDisposed: Bool { subscription.isDisposed }
  var isEndless: Bool { subscription.isEndless }

  /// The result is not wanted any more.
  func dispose() { change { $0.hasResult = false } }

  private func change(_ body: (inout (hasResult: Bool, windowObservers: Int)) -> Void) {
    let isOver = state.withLock { state in
      body(&state)
      return !state.hasResult && state.windowObservers == 0
    }
    if isOver { subscription.dispose() }
  }
}
