import StreamCore
import Subjects

/// A value with its position in a window, or the begin or end of a window.
enum WindowEvent<Value: Sendable>: Sendable {
  /// A value that opens a window if it is the first, and closes the oldest if it is the last.
  case value(Value, isFirst: Bool, isLast: Bool)
  /// Closes the oldest window, and opens another with this value.
  case cut(Value)
  /// Opens a window, which `close` names by its number.
  case open(Int)
  /// Closes the window with a number, or the oldest.
  case close(Int?)
}

/// Makes the windows of one subscription and sends to them.
final class WindowSender<Value: Sendable, Failure: Error>: Sendable {
  private let sink: Sink<Signal<Value, Failure>, Failure>
  private let subscription: Subscription
  private let upstream: SharedUpstream

  /// Guarded by: the delivery of the events, which is serial.
  nonisolated(unsafe) private var windows: [(number: Int?, subject: Subject<Value, Failure>)] = []

  init(_ sink: Sink<Signal<Value, Failure>, Failure>, _ subscription: Subscription, _ upstream: SharedUpstream) {
    self.sink = sink
    self.subscription = subscription
    self.upstream = upstream
  }

  func next(_ event: WindowEvent<Value>) {
    switch event {
    case .value(let value, let isFirst, let isLast):
      if isFirst { open(nil) }
      send(value)
      if isLast { close(nil) }
    case .cut(let value):
      close(nil)
      open(nil)
      send(value)
    case .open(let number): open(number)
    case .close(let number): close(number)
    }
  }

  func end(_ completion: Completion<Failure>) {
    for window in windows { window.subject.send(Event(completion)) }
    windows = []
    if subscription.isActive { sink.end(completion) }
  }

  private func send(_ value: Value) {
    for window in windows { window.subject.send(value) }
  }

  private func open(_ number: Int?) {
    guard subscription.isActive else { return }
    let window = Subject<Value, Failure>()
    let part = upstream.part(window)
    windows.append((number, window))
    sink.next(part)
  }

  private func close(_ number: Int?) {
    guard let index = windows.firstIndex(where: { number == nil || $0.number == number }) else { return }
    windows.remove(at: index).subject.complete()
  }
}
