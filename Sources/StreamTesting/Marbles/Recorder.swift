/// Subscribes to a stream and writes down what it says, and when.
///
/// ```swift
/// let recorder = Recorder(stream, on: time)
/// time.run()
/// #expect(recorder.values == [1, 2])
/// #expect(recorder.completion == .completed)
/// #expect(recorder.marbles == "-1-2|")
/// ```
///
/// Works from any thread, with a ``TestScheduler`` or without. It runs until the stream ends, or until it is disposed
/// or released.
public final class Recorder<Value: Sendable, Failure: Error>: Sendable {
  /// One event and when it came; without a scheduler every time is the start.
  public struct Record: Sendable {
    /// When it came.
    public let time: TestScheduler.Instant
    /// What came.
    public let event: Event<Value, Failure>
  }

  private let log: Log<Value, Failure>
  private let subscription: Subscription

  /// Subscribes to `stream` now.
  ///
  /// - Parameters:
  ///   - time: whose time is written down, and who runs the tasks that the subscribing starts.
  ///   - count: dispose after so many values, from inside the handler of the last one; 0 disposes before subscribing.
  public init(
    _ stream: some StreamProtocol<Value, Failure>, on time: TestScheduler? = nil, disposingAfter count: Int? = nil
  ) {
    let log = Log<Value, Failure>(time)
    let subscription = Subscription()
    self.log = log
    self.subscription = subscription
    if count == 0 { subscription.dispose() }
    let reach = Reach(log, subscription)
    let sink = Sink<Value, Failure>(
      next: { value in
        guard subscription.isActive else { return }
        if reach.waiter.append(.next(value)) == count { subscription.dispose() }
      },
      end: { completion in
        guard subscription.isActive else { return }
        _ = reach.waiter.append(Event(completion))
        subscription.dispose()
      })
    let signal = stream.signal
    if let time {
      time.perform { signal.attach(sink, to: subscription) }
    } else {
      signal.attach(sink, to: subscription)
    }
  }

  deinit { subscription.dispose() }

  /// What came, with the times.
  public var records: [Record] { log.records.map { Record(time: $0.time, event: $0.event) } }

  /// What came.
  public var events: [Event<Value, Failure>] { log.records.map(\.event) }

  /// The values that came.
  public var values: [Value] { events.compactMap(\.value) }

  /// How the stream ended; `nil` as long as it has not.
  public var completion: Completion<Failure>? { events.last?.completion }

  /// Whether the subscription is over, because the stream ended or because it was disposed.
  public var isDisposed: Bool { subscription.isDisposed }

  /// Ends the subscription.
  public func dispose() { subscription.dispose() }

  /// Ends the subscription when virtual time gets to `instant`.
  public func dispose(at instant: TestScheduler.Instant, on time: TestScheduler) {
    time.schedule(at: instant) { [subscription] in subscription.dispose() }
  }

  /// Suspends until so many values have come, or the stream has ended or is out of reach. For streams that other
  /// threads or tasks drive.
  public func waitForValues(_ count: Int) async {
    await withCheckedContinuation { continuation in log.wait(for: count, continuation) }
  }

  /// Suspends until the stream has ended.
  ///
  /// Traps when the stream cannot end any more, since it is out of reach or was disposed.
  ///
  /// - Returns: how.
  @discardableResult
  public func waitForEnd() async -> Completion<Failure> {
    await waitForValues(.max)
    guard let completion else {
      preconditionFailure(
        "The stream cannot end any more: its source was let go of without an end, or it was disposed.")
    }
    return completion
  }

  /// What came as a marble string; values of more than one character are shown in angle brackets.
  public var marbles: String {
    Timeline.drawing(log.records.map { Moment($0.time.offset, .init($0.event)) })
  }
}

/// What a recorder writes into. The sink knows this and not the recorder, so that a dropped recorder ends its
/// subscription.
private final class Log<Value: Sendable, Failure: Error>: Waiter {
  private struct State {
    var records: [(time: TestScheduler.Instant, event: Event<Value, Failure>)] = []
    var valueCount = 0

    /// Whether nothing more can come.
    var isOver = false
    var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Lock(State())
  private let time: TestScheduler?

  init(_ time: TestScheduler?) { self.time = time }

  var records: [(time: TestScheduler.Instant, event: Event<Value, Failure>)] { state.withLock { $0.records } }

  /// - Returns: how many values there are now.
  func append(_ event: Event<Value, Failure>) -> Int {
    let now = time?.now ?? TestScheduler.Instant()
    return change { state in
      state.records.append((now, event))
      if event.isTerminal { state.isOver = true } else { state.valueCount += 1 }
    }
  }

  func waitsInVain() { _ = change { $0.isOver = true } }

  /// Changes the state, and lets those go on who have waited for that.
  ///
  /// - Returns: how many values there are now.
  private func change(_ body: (inout State) -> Void) -> Int {
    let (count, content) = state.withLock { state in
      body(&state)
      let (count, isOver) = (state.valueCount, state.isOver)
      defer { state.waiting.removeAll { isOver || $0.count <= count } }
      return (count, state.waiting.filter { isOver || $0.count <= count })
    }
    for (_, continuation) in content { continuation.resume() }
    return count
  }

  func wait(for count: Int, _ continuation: CheckedContinuation<Void, Never>) {
    let isThere = state.withLock { state in
      let isThere = state.isOver || state.valueCount >= count
      if !isThere { state.waiting.append((count, continuation)) }
      return isThere
    }
    if isThere { continuation.resume() }
  }
}
