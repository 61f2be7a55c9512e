// All of these are disfavoured, so that the compiler tries a sequence first for `Signal([1, 2, 3])`. Otherwise it would
// check for every closure of the chain that follows whether an array literal is a function, and fail after ten maps.
extension Signal {
  /// A signal made by hand: `body` runs for every subscriber and sends through the observer it is given.
  ///
  /// ```swift
  /// Signal<Int, Never> { observer in
  ///   observer.send(1)
  ///   observer.complete()
  ///   return Disposable { print("gone") }
  /// }
  /// ```
  ///
  /// The result of `body` is disposed once, after the end was delivered or when the subscription is disposed. While
  /// `body` is sending, it checks ``Observer/isActive`` to know when to stop. It runs synchronously on the subscriber's
  /// thread. A body written in actor-isolated code runs on that actor: synchronously if the subscriber is on it,
  /// otherwise after a hop.
  @_disfavoredOverload
  public init<Teardown: DisposableConvertible>(
    @_inheritActorContext _ body: @escaping @Sendable @isolated(any) (Observer<Value, Failure>) -> Teardown
  ) {
    let work = Isolated(body, as: ((Observer<Value, Failure>) -> Teardown).self)
    self.init(attaching: { sink, subscription in
      let observer = Observer(sink, subscription)
      // The subscription may have been disposed during the hop.
      work.perform { body in
        guard subscription.isActive else { return }
        subscription.add(BodyTeardown(observer, body(observer).disposable))
      }
    })
  }

  /// A signal made by hand, without a teardown.
  @_disfavoredOverload
  public init(@_inheritActorContext _ body: @escaping @Sendable @isolated(any) (Observer<Value, Failure>) -> Void) {
    let work = Isolated(body, as: ((Observer<Value, Failure>) -> Void).self)
    self.init(attaching: { sink, subscription in
      let observer = Observer(sink, subscription)
      work.perform { body in
        guard subscription.isActive else { return }
        body(observer)
        subscription.add(BodyTeardown(observer, .disposed))
      }
    })
  }

  /// A signal of the value that an asynchronous function returns, or of the error that it throws.
  ///
  ///     { await 5 }   --(5|)
  ///
  /// Every subscriber has a separate task. Disposing the subscription cancels the task; a function that has not begun
  /// does not begin. The function runs on the actor of the code around it, and the value is delivered there. Without an
  /// actor, both run on the global pool.
  @_disfavoredOverload
  public init(@_inheritActorContext _ work: @escaping @Sendable @isolated(any) () async throws(Failure) -> Value) {
    self = .task(on: actorOf(work)) { () async throws(Failure) in try await work() }
  }

  /// Unavailable: the closure does not name the type of its error.
  @_disfavoredOverload
  @available(*, unavailable, message: "Name the type of the failure: 'Signal { () async throws(E) in … }'.")
  public init(@_inheritActorContext _ work: @escaping @Sendable @isolated(any) () async throws -> Value) {
    fatalError()
  }
}
