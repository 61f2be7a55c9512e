/// Subscribes to a stream and records its events with their times.
///
/// ```swift
/// let recorder = Recorder(stream, on: time)
/// time.run()
/// #expect(recorder.values == [1, 2])
/// #expect(recorder.completion == .completed)
/// #expect(recorder.marbles == "-1-2|")
/// ```
///
/// Can be used on any thread, with a ``TestScheduler`` or without. It records until the stream completes or fails, or
/// until the recorder is disposed or released.
public final class Recorder<Value: Sendable, Failure: Error>: Sendable {
  /// One event and the time of its arrival; without a scheduler every time is the start.
  public struct Record: Sendable {
    /// The time of arrival.
    public let time: TestScheduler.Instant
    /// The event.
    public let event: Event<Value, Failure>
  }

  private let log: Log<Value, Failure>
  private let subscription: Subscription

  /// Subscribes to `stream`.
  ///
  /// - Parameters:
  ///   - time: The scheduler that provides the times, and runs the tasks started by the subscription.
  ///   - count: The number of values after which to dispose, from inside the handler of the last one. 0 disposes before
  ///     subscribing.
  public init(
    _ stream: some StreamProtocol<Value, Failure>, on time: TestScheduler? = nil, disposingAfter count: Int? = nil
  ) {
    let log = Log<Value, Failure>(time)
    let subscription = Subscription()
    self.log = log
    self.subscription = subscription
    if count == 0 { subscription.dispose() }
    let owner = WaiterOwner(log, subscription)
    let sink = Sink<Value, Failure>(
      next: { value in
        guard subscription.isActive else { return }
        if owner.waiter.append(.next(value)) == count { subscription.dispose() }
      },
      end: { completion in
        guard subscription.isActive else { return }
        _ = owner.waiter.append(Event(completion))
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

  /// The recorded events with their times.
  public var records: [Record] { log.records.map { Record(time: $0.time, event: $0.event) } }

  /// The recorded events.
  public var events: [Event<Value, Failure>] { log.records.map(\.event) }

  /// The recorded values.
  public var values: [Value] { events.compactMap(\.value) }

  /// The completion or failure of the stream, or `nil` if there is none yet.
  public var completion: Completion<Failure>? { events.last?.completion }

  /// Whether the subscription is over: completed, failed or disposed.
  public var isDisposed: Bool { subscription.isDisposed }

  /// Disposes the subscription.
  public func dispose() { subscription.dispose() }

  /// Disposes the subscription when virtual time reaches `instant`.
  public func dispose(at instant: TestScheduler.Instant, on time: TestScheduler) {
    time.schedule(at: instant) { [subscription] in subscription.dispose() }
  }

  /// Suspends until `count` values have arrived, or the stream is over or unreachable.
  ///
  /// For streams that are driven by other threads or tasks.
  public func waitForValues(_ count: Int) async {
    await withCheckedContinuation { continuation in log.valueCount.wait(for: count, continuation) }
  }

  /// Suspends until the stream completes or fails.
  ///
  /// Traps if the stream can no longer do so, because it is unreachable or was disposed.
  ///
  /// - Returns: The completion or failure.
  @discardableResult
  public func waitForEnd() async -> Completion<Failure> {
    await waitForValues(.max)
    guard let completion else {
      fatalError(
        """
        `waitForEnd()` waits for an end that cannot come: the recorder was disposed, or nothing can send to its stream \
        any longer. Keep the source, or wait with `waitForValues(_:)`.
        """)
    }
    return completion
  }

  /// The recorded events as a marble string. Values longer than one character are shown in angle brackets.
  public var marbles: String {
    Timeline.drawing(log.records.map { Moment($0.time.offset, .init($0.event)) })
  }
}

/// The storage of a recorder. The sink retains the storage and not the recorder, so that releasing the recorder ends
/// the subscription.
private final class Log<Value: Sendable, Failure: Error>: Waiter {
  typealias Record = (time: TestScheduler.Instant, event: Event<Value, Failure>)

  private let kept = Lock<[Record]>([])
  private let time: TestScheduler?

  /// The number of values. It is `Int.max` when no further event can arrive.
  let valueCount = AwaitedCount()

  init(_ time: TestScheduler?) { self.time = time }

  var records: [Record] { kept.withLock { $0 } }

  /// - Returns: The number of values so far.
  func append(_ event: Event<Value, Failure>) -> Int {
    let now = time?.now ?? TestScheduler.Instant()
    kept.withLock { $0.append((now, event)) }
    return valueCount.change { $0 = event.isTerminal ? .max : $0 + 1 }
  }

  func sourceIsUnreachable() { valueCount.change { $0 = .max } }
}
