extension LazyStream {
  /// What a stream sends, to be pulled.
  ///
  /// The stream is subscribed to when the first element is read, on the thread that reads, and once only. What it sends
  /// is kept until it is read, without a bound, and after that as any element of a lazy stream is. Reading an element
  /// that has not been sent blocks the thread until it is, or until the stream ends, which it also does when it is out
  /// of reach (it can neither send nor end any more). The subscription is disposed when that happens, or when nothing
  /// is left that could read on.
  ///
  /// - Warning: Reading on the thread (or the actor, or the queue) where the stream would have to send waits for ever,
  ///   as does the first read of a stream that sends without end while it is being subscribed to. Do not read one in an
  ///   asynchronous function.
  // Disfavoured, so that the compiler tries the sequences first: it took a second for `LazyStream([1, 2, 3])` and three
  // closures.
  @_disfavoredOverload
  public init(_ stream: some StreamProtocol<Element, Never>) {
    let reader = Reader(stream.signal)
    self.init(producing: { reader.next() })
  }
}

/// The reading end of a subscription. When it goes, nobody can read on, and the subscription goes with it.
///
/// Guard for its state: ``Node`` calls a producer once at a time, and each call after the one before it.
private final class Reader<Element: Sendable>: Sendable {
  private nonisolated(unsafe) var source: Signal<Element, Never>?

  /// What was taken from the inbox and not read yet, the oldest last.
  private nonisolated(unsafe) var taken: [Element] = []
  private let inbox = Inbox<Element>()
  private let subscription = Subscription()

  init(_ source: Signal<Element, Never>) { self.source = source }

  deinit { subscription.dispose() }

  func next() -> Element? {
    if let source = source.take() {
      let reach = Reach(inbox, subscription)
      source.attach(
        Sink(
          next: { reach.waiter.put($0) },
          end: { [subscription] _ in
            reach.waiter.close()
            subscription.dispose()
          }),
        to: subscription)
    }
    if taken.isEmpty { taken = inbox.takeAll().reversed() }
    return taken.popLast()
  }
}

/// Where the sender leaves what the reader waits for.
private final class Inbox<Element: Sendable>: Waiter {
  private let condition = Condition()

  /// Guard for both: touched only with the condition's lock held.
  private nonisolated(unsafe) var elements: [Element] = []
  private nonisolated(unsafe) var isClosed = false

  func put(_ element: Element) {
    condition.withLock {
      elements.append(element)
      condition.announce()
    }
  }

  func close() {
    condition.withLock {
      isClosed = true
      condition.announce()
    }
  }

  func waitsInVain() { close() }

  /// Waits for something to be there; nothing means that there will never be more.
  func takeAll() -> [Element] {
    condition.withLock {
      while elements.isEmpty && !isClosed { condition.wait() }
      defer { elements = [] }
      return elements
    }
  }
}
