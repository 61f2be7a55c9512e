#if canImport(Combine)
  public import Combine
  public import StreamCore

  extension StreamProtocol {
    /// Returns the stream as a Combine publisher. Each subscriber of the publisher subscribes to the stream.
    ///
    /// Values without demand are queued, without a bound unless the policy sets one. `.suspending` suspends no sender
    /// here. The end follows the queued values. Cancelling disposes.
    public func publisher(buffering policy: BufferPolicy<Value> = .unbounded) -> StreamPublisher<Value, Failure> {
      StreamPublisher(signal, policy)
    }
  }

  /// A stream as a Combine publisher, made by ``StreamProtocol/publisher(buffering:)``.
  public struct StreamPublisher<Output: Sendable, Failure: Error>: Publisher {
    private let stream: Signal<Output, Failure>
    private let policy: BufferPolicy<Output>

    init(_ stream: Signal<Output, Failure>, _ policy: BufferPolicy<Output>) {
      self.stream = stream
      self.policy = policy
    }

    /// Subscribes to the stream for a subscriber.
    public func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Output, Downstream.Failure == Failure {
      let run = DemandedRun(subscriber, policy)
      subscriber.receive(subscription: run)
      run.begin(stream)
    }
  }

  /// The queue of a subscriber: values without demand. The thread that finds no other one draining drains, without the
  /// lock.
  private final class DemandedRun<Input: Sendable, Failure: Error>: Combine.Subscription, Sendable {
    private struct State {
      var subscriber: (any Subscriber<Input, Failure>)?
      var waiting: Buffer<Input>

      /// The number of values that the subscriber may still receive.
      var demand = Subscribers.Demand.none
      var completion: Completion<Failure>?

      /// Whether a thread is draining. It stays set after the end.
      var isDelivering = false

      /// Returns the next event to deliver, or `.nothing` and stops draining.
      mutating func next() -> Step {
        if subscriber != nil, demand > .none, let (value, _) = waiting.popFirst() {
          demand -= 1
          return .value(value)
        }
        if subscriber != nil, waiting.isEmpty, let completion { return .end(completion) }
        isDelivering = false
        return .nothing
      }
    }

    private enum Step {
      case value(Input)
      case end(Completion<Failure>)
      case nothing
    }

    private let state: Lock<State>
    private let upstream = SerialDisposable()

    init(_ subscriber: any Subscriber<Input, Failure>, _ policy: BufferPolicy<Input>) {
      state = Lock(State(waiting: Buffer(policy)))
      // Combine allows subscribers to be called on any thread, serially, which is how `deliver` calls this one.
      state.withLock { $0.subscriber = subscriber }
    }

    deinit { upstream.dispose() }

    func begin(_ stream: Signal<Input, Failure>) {
      upstream.inner = stream.subscribeEvents { [weak self] event in self?.take(event) }
    }

    func request(_ demand: Subscribers.Demand) {
      state.withLock { $0.demand += demand }
      deliver()
    }

    func cancel() {
      upstream.dispose()
      // Released without the lock.
      let dropped = state.withLock { state in
        defer { state.subscriber = nil }
        return (state.subscriber, state.waiting.empty())
      }
      withExtendedLifetime(dropped) {}
    }

    private func take(_ event: Event<Input, Failure>) {
      switch event {
      case .next(let value): enqueue(value)
      case .failed(let failure): state.withLock { $0.completion = .failed(failure) }
      case .completed: state.withLock { $0.completion = .completed }
      }
      deliver()
    }

    private func enqueue(_ value: Input) {
      let outcome = state.withLock { $0.waiting.append(value) }
      if case .combine(let waiting, let combine) = outcome { enqueue(combine(waiting, value)) }
    }

    private func deliver() {
      let isMine = state.withLock { state in
        defer { state.isDelivering = true }
        return !state.isDelivering
      }
      guard isMine else { return }
      while true {
        let (step, subscriber) = state.withLock { ($0.next(), $0.subscriber) }
        guard let subscriber else { return }
        switch step {
        case .value(let value):
          let demand = subscriber.receive(value)
          state.withLock { $0.demand += demand }
        case .end(let completion):
          cancel()
          subscriber.receive(completion: completion.ofCombine)
        case .nothing: return
        }
      }
    }
  }

  extension Completion {
    fileprivate var ofCombine: Subscribers.Completion<Failure> {
      switch self {
      case .completed: .finished
      case .failed(let failure): .failure(failure)
      }
    }
  }
#endif
