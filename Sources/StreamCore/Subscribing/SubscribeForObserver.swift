extension StreamProtocol {
  /// Subscribes to the stream on behalf of an observer, inside an operator that is made with one.
  ///
  /// ```swift
  /// extension StreamProtocol {
  ///   func everyOther() -> Signal<Value, Failure> {
  ///     Signal { observer in
  ///       let count = Atomic(0)
  ///       subscribeEvents(for: observer) { event in
  ///         let isEven = count.add(1, ordering: .relaxed).oldValue.isMultiple(of: 2)
  ///         if event.isTerminal || isEven { observer.send(event) }
  ///       }
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// The subscription is disposed when the observer ends, even during the first value. (A handle that the body returns
  /// would come too late for a source that sends synchronously.) `receive` gets every event where the stream sends it.
  /// When it gets the end, the subscription is torn down already. Keeps nothing.
  public func subscribeEvents<Output: Sendable, NewFailure: Error>(
    for observer: Observer<Output, NewFailure>, _ receive: @escaping @Sendable (Event<Value, Failure>) -> Void
  ) {
    let run = Subscription()
    observer.subscription.add(run)
    signal.attach(to: run) { value in
      guard run.isActive else { return }
      receive(.next(value))
      if !observer.isActive { run.dispose() }
    } end: {
      receive(Event($0))
    }
  }
}
