extension Signal {
  /// One value, then the end: the `return` of the monad.
  ///
  ///     just(a)   (a|)
  @inlinable
  public static func just(_ value: Value) -> Self {
    Signal(attaching: { sink, subscription in
      guard subscription.isActive else { return }
      sink.next(value)
      if subscription.isActive { sink.end(.completed) }
    })
  }

  /// The end at once.
  ///
  ///     empty   |
  @inlinable
  public static var empty: Self {
    Signal(attaching: { sink, subscription in
      if subscription.isActive { sink.end(.completed) }
    })
  }

  /// Nothing, ever.
  ///
  ///     never   ------
  @inlinable
  public static var never: Self {
    Signal(attaching: { _, _ in })
  }

  /// The failure at once.
  ///
  ///     fail(e)   #
  @inlinable
  public static func fail(_ failure: Failure) -> Self {
    Signal(attaching: { sink, subscription in
      if subscription.isActive { sink.end(.failed(failure)) }
    })
  }

  /// What a result holds: its value and the end, or its failure.
  @inlinable
  public init(_ result: Result<Value, Failure>) {
    switch result {
    case .success(let value): self = .just(value)
    case .failure(let failure): self = .fail(failure)
    }
  }

  /// What a throwing function returns and the end, or what it throws. It runs for every subscriber, at subscription.
  @inlinable
  public init(catching body: @escaping @Sendable () throws(Failure) -> Value) {
    self = .deferred {
      do throws(Failure) {
        return .just(try body())
      } catch {
        return .fail(error)
      }
    }
  }

  /// A signal chosen anew for every subscriber, at subscription.
  @inlinable
  public static func deferred(_ choose: @escaping @Sendable () -> Signal) -> Self {
    Signal(attaching: { sink, subscription in
      let signal = choose()
      if subscription.isActive { signal.attach(sink, to: subscription) }
    })
  }
}
