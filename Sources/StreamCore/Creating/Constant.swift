extension Signal {
  /// One value, then the end: the `return` of the monad.
  ///
  ///     just(a)   (a|)
  ///
  /// Keeps the value. Delivers at subscription, on the subscriber's thread. Disposed in the handler of its value, it
  /// does not complete.
  @inlinable
  public static func just(_ value: Value) -> Self {
    Signal(attaching: { sink, subscription in
      guard subscription.isActive else { return }
      sink.next(value)
      if subscription.isActive { sink.end(.completed) }
    })
  }

  /// Completes immediately.
  ///
  ///     empty   |
  ///
  /// Keeps nothing. Delivers at subscription, on the subscriber's thread.
  public static var empty: Self {
    Signal(attaching: { sink, subscription in
      if subscription.isActive { sink.end(.completed) }
    })
  }

  /// Never sends a value, and never ends.
  ///
  ///     never   ------
  ///
  /// It does not end if it is shared or awaited, either. Keeps nothing, not even the subscriber.
  public static var never: Self {
    Signal(attaching: { _, subscription in subscription.add(Endless.mark) })
  }

  /// Fails immediately.
  ///
  ///     fail(e)   #
  ///
  /// Keeps the failure. Delivers at subscription, on the subscriber's thread.
  public static func fail(_ failure: Failure) -> Self {
    Signal(attaching: { sink, subscription in
      if subscription.isActive { sink.end(.failed(failure)) }
    })
  }

  /// The value of a result and the end, or its failure.
  ///
  ///     Signal(.success(a))   (a|)
  ///     Signal(.failure(e))   #
  ///
  /// Keeps the result. Delivers at subscription, on the subscriber's thread.
  public init(_ result: Result<Value, Failure>) {
    switch result {
    case .success(let value): self = .just(value)
    case .failure(let failure): self = .fail(failure)
    }
  }

  /// The result of a throwing function and the end, or its error.
  ///
  ///     Signal(catching: { a })         (a|)
  ///     Signal(catching: { throw e })   #
  ///
  /// The function runs for every subscriber, at subscription. Delivers on the subscriber's thread. Keeps nothing
  /// between two runs.
  @_disfavoredOverload
  public init(catching body: @escaping @Sendable () throws(Failure) -> Value) {
    self = .deferred {
      do throws(Failure) {
        return .just(try body())
      } catch {
        return .fail(error)
      }
    }
  }

  /// A signal that a closure chooses for each subscriber, at subscription.
  ///
  ///     deferred { a-b| }   a-b|
  ///
  /// Ends and fails as the chosen one does. Keeps nothing between two runs. Delivers where the chosen one delivers.
  public static func deferred(_ choose: @escaping @Sendable () -> Signal) -> Self {
    Signal(attaching: { sink, subscription in
      let signal = choose()
      if subscription.isActive { signal.attach(sink, to: subscription) }
    })
  }
}
