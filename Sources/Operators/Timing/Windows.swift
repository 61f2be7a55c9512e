import StreamCore
import Subjects

/// What happens to the windows.
enum Cut<Value: Sendable>: Sendable {
  case value(Value, isFirst: Bool, isLast: Bool)
  case close
}

/// Makes the windows of one subscription and sends to them.
final class Windows<Value: Sendable, Failure: Error>: Sendable {
  private let sink: Sink<Signal<Value, Failure>, Failure>
  private let subscription: Subscription
  private let audience: Audience

  /// Guard: used only by the delivery of the pieces, which is serial.
  nonisolated(unsafe) private var current: Subject<Value, Failure>?

  init(_ sink: Sink<Signal<Value, Failure>, Failure>, _ subscription: Subscription, _ audience: Audience) {
    self.sink = sink
    self.subscription = subscription
    self.audience = audience
  }

  func next(_ cut: Cut<Value>) {
    switch cut {
    case .value(let value, let isFirst, let isLast):
      if isFirst { open() }
      current?.send(value)
      if isLast { close() }
    case .close: close()
    }
  }

  func end(_ completion: Completion<Failure>, _ upstream: Subscription) {
    guard upstream.isActive else { return }
    upstream.dispose()
    switch completion {
    case .completed: close()
    case .failed(let failure): current?.fail(failure)
    }
    if subscription.isActive { sink.end(completion) }
  }

  private func open() {
    let window = Subject<Value, Failure>()
    window.follow(audience.upstream)
    current = window
    guard subscription.isActive else { return }
    let audience = self.audience
    // Not the subject: a window that somebody keeps must not keep it.
    let stream = window.signal
    sink.next(
      Signal(attaching: { sink, subscription in
        audience.enter()
        subscription.add { audience.leave() }
        stream.attach(sink, to: subscription)
      }))
  }

  private func close() {
    current?.complete()
    current = nil
  }
}

/// Who is interested in the source: the subscriber of the result, and those of its windows. The last to go disposes it.
final class Audience: MayBeEndless {
  let upstream: Subscription
  private let state = Lock((hasResult: true, listeners: 0))

  init(_ upstream: Subscription) { self.upstream = upstream }

  func enter() { state.withLock { $0.listeners += 1 } }

  func leave() { change { $0.listeners -= 1 } }

  var isDisposed: Bool { upstream.isDisposed }
  var isEndless: Bool { upstream.isEndless }

  /// The result is not wanted any more.
  func dispose() { change { $0.hasResult = false } }

  private func change(_ body: (inout (hasResult: Bool, listeners: Int)) -> Void) {
    let isOver = state.withLock { state in
      body(&state)
      return !state.hasResult && state.listeners == 0
    }
    if isOver { upstream.dispose() }
  }
}
