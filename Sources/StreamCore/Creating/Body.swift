// Disfavoured, all three: the compiler then first tries what `Signal([1, 2, 3])` most likely means, a sequence.
// Otherwise it goes on asking, for every closure of the chain that follows, whether an array literal might not be a
// function, and gives up after ten maps.
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
  /// What `body` returns is disposed once, after the end was delivered or when the subscription is disposed. While
  /// `body` itself is still sending, ``Observer/isActive`` tells it when to stop. It runs on the subscriber's thread,
  /// at once; a body written in actor-isolated code runs on that actor: at once when subscribed to from there, else
  /// after a hop.
  @_disfavoredOverload
  public init<Teardown: DisposableConvertible>(
    @_inheritActorContext _ body: @escaping @Sendable @isolated(any) (Observer<Value, Failure>) -> Teardown
  ) {
    let work = Isolated(body, as: ((Observer<Value, Failure>) -> Teardown).self)
    self.init(attaching: { sink, subscription in
      let observer = Observer(sink, subscription)
      // After a hop all may be over already.
      work.perform { body in
        guard subscription.isActive else { return }
        subscription.add(BodyTeardown(observer, body(observer).disposable))
      }
    })
  }

  /// A signal made by hand that has nothing to clean up.
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

  /// A signal of one value that an asynchronous function comes up with, or of the error it throws.
  ///
  ///     { await 5 }   --(5|)
  ///
  /// Every subscriber has a task of its own; disposing the subscription cancels it, and if the function has not begun
  /// it does not begin. The function runs on the actor of the code that it was written in, and the value is delivered
  /// there; without an actor, wherever the task runs.
  @_disfavoredOverload
  public init(@_inheritActorContext _ work: @escaping @Sendable @isolated(any) () async throws(Failure) -> Value) {
    self = .task(on: actorOf(work)) { () async throws(Failure) in try await work() }
  }

  /// There is no such form for a function whose failure has another type than its closure says.
  @_disfavoredOverload
  @available(*, unavailable, message: "Name the type of the failure: 'Signal { () async throws(E) in … }'.")
  public init(@_inheritActorContext _ work: @escaping @Sendable @isolated(any) () async throws -> Value) {
    fatalError()
  }
}
