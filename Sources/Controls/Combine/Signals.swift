#if canImport(Combine)
  public import Bindings
  public import Combine
  public import StreamCore

  extension Publisher where Output: Sendable {
    /// The publisher as a stream: each subscriber subscribes to it anew.
    ///
    /// It demands everything at once, since a stream has no way to ask for less: what is to wait does so further down,
    /// where a policy says how. Delivers where the publisher does; disposing cancels.
    public var signal: Signal<Output, Failure> {
      // Guard: a publisher is subscribed to from any thread, by Combine's own rules.
      nonisolated(unsafe) let publisher: any Publisher<Output, Failure> = self
      return Signal { @Sendable observer in
        let receiver = Receiver(observer)
        publisher.subscribe(receiver)
        return Disposable { receiver.cancel() }
      }
    }
  }

  /// Demands everything, and hands it on.
  private final class Receiver<Input: Sendable, Failure: Error>: Subscriber, Sendable {
    private let observer: Observer<Input, Failure>
    private let upstream = Lock<(subscription: (any Combine.Subscription)?, isOver: Bool)>((nil, false))

    init(_ observer: Observer<Input, Failure>) { self.observer = observer }

    func receive(subscription: any Combine.Subscription) {
      // Guard: Combine has subscriptions asked and cancelled from any thread.
      nonisolated(unsafe) let subscription = subscription
      let isOver = upstream.withLock { upstream in
        upstream.subscription = subscription
        return upstream.isOver
      }
      if isOver { cancel() } else { subscription.request(.unlimited) }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
      observer.send(input)
      // A publisher that sends all it has when it is asked hears of the end of it only here.
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
    /// A `@Published` property as a property, to watch and to derive from.
    ///
    /// ```swift
    /// let isValid = model.$email.property.map(\.isPlausible)
    /// ```
    ///
    /// It follows for as long as it is held or watched. Combine tells of a change just before it is made, so in a
    /// handler of the change this has the new value and the object still the old one.
    public var property: Property<Value> {
      let first = Lock<Value?>(nil)
      signal.take(1).subscribe { value in first.withLock { $0 = value } }
      guard let value = first.withLock({ $0 }) else {
        preconditionFailure("A publisher of \(Value.self) has not told its value when it was subscribed to.")
      }
      return Property(initial: value, then: signal)
    }
  }
#endif
