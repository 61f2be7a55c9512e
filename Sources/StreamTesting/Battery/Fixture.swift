import Synchronization

/// The source under an operator: controlled by the battery, and able to send even after its end.
final class Fixture<Value: Sendable, Failure: Error>: Sendable {
  private struct State {
    var observers: [Observer<Value, Failure>] = []
    var subscriptionCount = 0
    var teardownCount = 0
  }

  private let state = Lock(State())

  /// The teardowns, in order.
  let order: Lock<[String]>

  private let locks: LockProbe

  init(_ locks: LockProbe, order: Lock<[String]> = Lock([])) {
    self.locks = locks
    self.order = order
  }

  /// Returns the stream, which does not retain the fixture.
  ///
  /// `retry` and `repeat` must retain their source, and that alone must not make a cycle. The stream retains `object`
  /// as long as it can be subscribed to or is subscribed to.
  func signal(holding object: LifetimeProbe.Object? = nil) -> Signal<Value, Failure> {
    Signal { [weak self, order, locks] observer in
      object?.touch()
      locks.look("the body of a source")
      self?.enter(observer)
      return Disposable { [weak self] in
        locks.look("the teardown of a source")
        order.withLock { $0.append("source") }
        self?.leave()
      }
    }
  }

  private func enter(_ observer: Observer<Value, Failure>) {
    state.withLock { state in
      state.observers.append(observer)
      state.subscriptionCount += 1
    }
  }

  /// The observer stays, because the battery also sends late events.
  private func leave() { state.withLock { $0.teardownCount += 1 } }

  /// Sends to all observers that ever subscribed, even after an end.
  func send(_ event: Event<Value, Failure>) {
    let observers = state.withLock(\.observers)
    for observer in observers { observer.send(event) }
  }

  /// Releases the observers.
  func releaseObservers() {
    let observers = state.withLock { state in
      defer { state.observers = [] }
      return state.observers
    }
    _ = observers
  }

  var subscriptionCount: Int { state.withLock { $0.subscriptionCount } }
  var teardownCount: Int { state.withLock { $0.teardownCount } }
}

/// The subscriber under test. It attaches where `subscribe` would, and unlike `subscribe` hides no misbehaviour.
final class Listener: Sendable {
  private struct State {
    var events: [String] = []
    var hasEnded = false
    var afterEnd: [String] = []
    var afterDisposal: [String] = []
    var overlaps = 0
  }

  let subscription = Subscription()
  private let locks: LockProbe
  private let state = Lock(State())
  private let isInside = Atomic(false)

  init(_ locks: LockProbe) { self.locks = locks }

  /// Subscribes to a stream. `onEvent` receives the number of events so far, including this one.
  func listen<Stream: StreamProtocol>(
    to stream: Stream, onEvent: @escaping @Sendable (_ listener: Listener, _ count: Int) -> Void = { _, _ in }
  ) {
    stream.signal.attach(
      Sink(
        next: { self.take(Event<Stream.Value, Stream.Failure>.next($0), onEvent) },
        end: { self.take(Event<Stream.Value, Stream.Failure>($0), onEvent) }),
      to: subscription)
  }

  private func take<Value, Failure: Error>(
    _ event: Event<Value, Failure>, _ onEvent: (Listener, Int) -> Void
  ) {
    locks.look("a handler")
    let isAlone = !isInside.exchange(true, ordering: .acquiringAndReleasing)
    let isDisposed = subscription.isDisposed
    let text = Listener.text(event)
    let count = state.withLock { state in
      if !isAlone { state.overlaps += 1 }
      if state.hasEnded {
        state.afterEnd.append(text)
      } else if isDisposed {
        // A source checks for disposal before each value. An end after the disposal is dropped by the handler.
        if !event.isTerminal { state.afterDisposal.append(text) }
      } else {
        state.events.append(text)
      }
      if event.isTerminal { state.hasEnded = true }
      return state.events.count
    }
    if !isDisposed { onEvent(self, count) }
    if event.isTerminal { subscription.dispose() }
    if isAlone { isInside.store(false, ordering: .releasing) }
  }

  private static func text<Value, Failure: Error>(_ event: Event<Value, Failure>) -> String {
    switch event {
    case .next(let value): String(describing: value)
    case .failed(let failure): "# \(failure)"
    case .completed: "|"
    }
  }

  /// The events before the end and before the disposal.
  var events: [String] { state.withLock(\.events) }

  /// Whether the end has arrived.
  var hasEnded: Bool { state.withLock(\.hasEnded) }

  /// The events after the end, and the values after the disposal.
  var afterEnd: [String] { state.withLock(\.afterEnd) }
  var afterDisposal: [String] { state.withLock(\.afterDisposal) }

  /// The number of events that arrived during another one.
  var overlaps: Int { state.withLock(\.overlaps) }
}
