extension LazyStream {
  /// The values of a stream, to be pulled.
  ///
  /// The stream is subscribed to once, when the first element is read, on the reading thread. Values are queued until
  /// they are read, without a bound. After that they are kept as all elements of a lazy stream are. Reading an element
  /// that has not been sent blocks the thread until it is sent, or until the stream ends or is unreachable. (An
  /// unreachable stream can neither send nor end.) The subscription is disposed then, or when the lazy stream is
  /// released.
  ///
  /// - Warning: Reading on the thread (or the actor, or the queue) on which the stream sends waits forever. So does the
  ///   first read of an endless stream that sends during its subscription. Do not read one in an asynchronous function.
  // Disfavoured, so that the compiler tries the sequences first. Otherwise `LazyStream([1, 2, 3])` with three closures
  // took it a second.
  @_disfavoredOverload
  public init(_ stream: some StreamProtocol<Element, Never>) {
    let reader = Reader(stream.signal)
    self.init(producing: { reader.next() })
  }
}

/// The consumer of a subscription, which is disposed when the consumer is released.
///
/// Guarded by: ``LazyCell`` (it calls a producer serially), or the one thread that waits.
package final class Reader<Value: Sendable, Failure: Error>: Sendable {
  private nonisolated(unsafe) var source: Signal<Value, Failure>?

  /// The events that were taken from the inbox and not read, the oldest last.
  private nonisolated(unsafe) var taken: [Event<Value, Failure>] = []
  private let inbox = Inbox<Event<Value, Failure>>()
  private let subscription = Subscription()

  package init(_ source: Signal<Value, Failure>) { self.source = source }

  deinit { subscription.dispose() }

  /// Waits for the next value, and returns `nil` at the end.
  func next() -> Value? {
    if taken.isEmpty { taken = takeAll()?.reversed() ?? [] }
    return taken.popLast()?.value
  }

  /// Waits for events and takes all of them. An empty array means that the stream is unreachable.
  ///
  /// - Returns: `nil` at the deadline.
  package func takeAll(until deadline: SuspendingClock.Instant? = nil) -> [Event<Value, Failure>]? {
    if let source = source.take() {
      let owner = WaiterOwner(inbox, subscription)
      source.attach(
        Sink(
          next: { owner.waiter.put(.next($0)) },
          end: { [subscription] completion in
            owner.waiter.put(Event(completion))
            subscription.dispose()
          }),
        to: subscription)
    }
    return inbox.takeAll(until: deadline)
  }
}

/// The queue between the sender and the waiting reader.
private final class Inbox<Element: Sendable>: Waiter {
  private let condition = Condition()

  /// Guarded by: the lock of `condition`.
  private nonisolated(unsafe) var elements: [Element] = []
  private nonisolated(unsafe) var isClosed = false

  func put(_ element: Element) {
    condition.withLock {
      elements.append(element)
      condition.broadcast()
    }
  }

  func sourceIsUnreachable() {
    condition.withLock {
      isClosed = true
      condition.broadcast()
    }
  }

  func takeAll(until deadline: SuspendingClock.Instant?) -> [Element]? {
    condition.withLock {
      while elements.isEmpty && !isClosed {
        if !condition.wait(until: deadline) { return nil }
      }
      defer { elements = [] }
      return elements
    }
  }
}
