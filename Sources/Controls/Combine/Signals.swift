#if canImport(Combine)
  public import Bindings
  public import Combine
  public import StreamCore

  extension Publisher where Output: Sendable {
    /// The publisher as a stream. Each subscriber of the stream subscribes to the publisher.
    ///
    /// It requests unlimited demand, because a stream cannot request less. Use a buffering policy downstream to bound
    /// the queue. Delivers where the publisher does; disposing cancels.
    public var signal: Signal<Output, Failure> {
      // Guarded by: Combine's rules, which allow subscribing to a publisher on any thread.
      nonisolated(unsafe) let publisher: any Publisher<Output, Failure> = self
      return Signal { @Sendable observer in
        let receiver = Receiver(observer)
        publisher.subscribe(receiver)
        return Disposable { receiver.cancel() }
      }
    }
  }

  /// Requests unlimited demand, and forwards each value.
  private final class Receiver<Input: Sendable, Failure: Error>: Subscriber, Sendable {
    private let observer: Observer<Input, Failure>
    private let upstream = Lock<(subscription: (any Combine.Subscription)?, isOver: Bool)>((nil, false))

    init(_ observer: Observer<Input, Failure>) { self.observer = observer }

    func receive(subscription: any Combine.Subscription) {
      // Guarded by: Combine's rules, which allow requests and cancellation on any thread.
      nonisolated(unsafe) let subscription = subscription
      let isOver = upstream.withLock { upstream in
        upstream.subscription = subscription
        return upstream.isOver
      }
      if isOver { cancel() } else { subscription.request(.unlimited) }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
      observer.send(input)
      // A publisher that sends its values inside `request` notices only here that the stream is over.
      if !observer.isActive { cancel() }
      return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
      switch completion {
      case .finished: observer.complete()
      case .failure(let failure): observer.fail(failure)
      }
    }

    func cancel() {
      let subscription = upstream.withLock { upstream in
        defer { upstream = (nil, true) }
        return upstream.subscription
      }
      subscription?.cancel()
    }
  }

  extension Published.Publisher where Value: Sendable {
    /// A `@Published` property as a property that can be observed and derived from.
    ///
    /// ```swift
    /// let isValid = model.$email.property.map(\.isPlausible)
    /// ```
    ///
    /// It is updated for as long as it is retained or observed. Combine notifies just before a change: in a handler of
    /// the change this property has the new value and the object still has the old one.
    public var property: Property<Value> {
      let first = Lock<Value?>(nil)
      signal.take(1).subscribe { value in first.withLock { $0 = value } }
      guard let value = first.withLock({ $0 }) else {
        fatalError("`property` needs a publisher that sends a \(Value.self) when it is subscribed to.")
      }
      return Property(initial: value, then: signal)
    }
  }
#endif
