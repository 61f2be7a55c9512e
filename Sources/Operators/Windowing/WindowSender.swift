import StreamCore
import Subjects

/// A value with its position in a window, or the end of a window.
enum WindowEvent<Value: Sendable>: Sendable {
  case value(Value, isFirst: Bool, isLast: Bool)
  case close
}

/// Makes the windows of one subscription and sends to them.
final class WindowSender<Value: Sendable, Failure: Error>: Sendable {
  private let sink: Sink<Signal<Value, Failure>, Failure>
  private let subscription: Subscription
  private let upstream: SharedUpstream

  /// Guarded by: the delivery of the events, which is serial.
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
    let part = upstream.part(window)
    current = window
    if subscription.isActive { sink.next(part) }
  }

  private func close() {
    current?.complete()
    current = nil
  }
}
