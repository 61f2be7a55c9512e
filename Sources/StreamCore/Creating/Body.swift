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
  /// What `body` returns is disposed once, after the end was delivered or when the subscription is disposed. While `body` itself
  /// is still sending, ``Observer/isActive`` tells it when to stop. It runs on the subscriber's thread, at once; a
  /// body written in actor-isolated code runs on that actor: at once when subscribed to from there, else after a hop.
  ///
  /// A body that has nothing to clean up returns nothing. One initialiser serves both, since between two the compiler cannot choose
  /// for a body of several statements; a result that is not a ``Disposable`` means nothing.
  @inlinable
  public init<Cleanup>(
    @_inheritActorContext _ body: @escaping @Sendable @isolated(any) (Observer<Value, Failure>) -> Cleanup
  ) {
    let work = Isolated(body, as: ((Observer<Value, Failure>) -> Cleanup).self)
    self.init(attaching: { sink, subscription in
      let observer = Observer(sink, subscription)
      work.perform { body in
        // After a hop all may be over already.
        guard subscription.isActive else { return }
        if let cleanup = body(observer) as? Disposable { subscription.add(cleanup) }
      }
    })
  }

  /// A signal of one value that an asynchronous function comes up with, or of the error it throws.
  ///
  ///     { await 5 }   --5|
  ///
  /// Every subscriber has a task of its own; disposing the subscription cancels it. The function runs on the actor of the
  /// code that it was written in. The value is delivered by the task, wherever that runs.
  public init(@_inheritActorContext _ work: @escaping @Sendable @isolated(any) () async throws(Failure) -> Value) {
    self.init(attaching: { sink, subscription in
      let observer = Observer(sink, subscription)
      let task = Task {
        do throws(Failure) {
          let value = try await work()
          observer.send(value)
          observer.complete()
        } catch {
          observer.fail(error)
        }
      }
      subscription.add { task.cancel() }
    })
  }
}
