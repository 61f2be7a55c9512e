import StreamCore

/// The subscription to the source, shared by the observers of the result and of the windows.
///
/// The last of them to be disposed disposes it.
final class SharedUpstream: MayBeEndless {
  let subscription = Subscription()
  private let state = Lock((hasResult: true, windowObservers: 0))

  func add() { state.withLock { $0.windowObservers += 1 } }

  func remove() { change { $0.windowObservers -= 1 } }

  var isDisposed: Bool { subscription.isDisposed }
  var isEndless: Bool { subscription.isEndless }

  /// Removes the observer of the result.
  func dispose() { change { $0.hasResult = false } }

  private func change(_ body: (inout (hasResult: Bool, windowObservers: Int)) -> Void) {
    let isOver = state.withLock { state in
      body(&state)
      return !state.hasResult && state.windowObservers == 0
    }
    if isOver { subscription.dispose() }
  }
}
