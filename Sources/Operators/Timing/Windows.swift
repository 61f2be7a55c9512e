import StreamCore
import Subjects

/// A value with its place in a window, or the end of a window.
enum WindowEvent<Value: Sendable>: Sendable {
  case value(Value, isFirst: Bool, isLast: Bool)
  case close
}

/// Makes the windows of one subscription and sends to them.
final class Windows<Value: Sendable, Failure: Error>: Sendable {
  private let sink: Sink<Signal<Value, Failure>, Failure>
  private let subscription: Subscription
  private let upstream: SharedUpstream

  /// Guard: used only by the delivery of the events, which is serial.
  nonisolated(unsafe) private var current: Subject<Value, Failure>?

  init(_ sink: Sink<Signal<Value, Failure>, Failure>, _ subscription: Subscription, _ upstream: SharedUpstream) {
    self.sink = sink
    self.subscription = subscription
    self.upstream = upstream
  }

  func next(_ event: WindowEvent<Value>) {
    switch event {
    case .value(let value, let isFirst, let isLast):
      if isFirst { open() }
      current?.send(value)
      if isLast { close() }
    case .close: close()
    }
  }

  func end(_ completion: Completion<Failure>) {
    guard upstream.subscription.isActive else { return }
    upstream.subscription.dispose()
    switch completion {
    case .completed: close()
    case .failed(let failure): current?.fail(failure)
    }
    if subscription.isActive { sink.end(completion) }
  }

  private func open() {
    let window = Subject<Value, Failure>()
    window.follow(upstream.subscription)
    current = window
    guard subscription.isActive else { return }
    let upstream = self.upstream
    // Not the subject: a window that somebody keeps must not keep it.
    let stream = window.signal
    sink.next(
      Signal(attaching: { sink, subscription in
        upstream.add()
        subscription.add { upstream.remove() }
        stream.attach(sink, to: subscription)
      }))
  }

  private func close() {
    current?.complete()
    current = nil
  }
}

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
