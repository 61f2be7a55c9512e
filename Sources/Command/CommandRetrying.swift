public import Operators
public import StreamCore

extension Command {
  /// Creates a command whose work is repeated when it fails, as a policy specifies, within one execution.
  ///
  /// ```swift
  /// let send = Command(retrying: .exponential(from: .seconds(1), limit: 5)) {
  ///   (letter: Letter, attempt) async throws(SendError) in
  ///   status.value = attempt == 1 ? "Sending" : "Sending, attempt \(attempt)"
  ///   return try await server.send(letter)
  /// }
  /// ```
  ///
  ///     execute()    x------------------
  ///     attempt 1    --#                       .constant(2 ticks, limit: 1)
  ///     attempt 2        --v|
  ///     execution    -------v|
  ///
  /// The execution runs, waits and runs again; cancelling it ends the wait. It fails with the first failure that the
  /// policy does not retry.
  ///
  /// - Parameters:
  ///   - policy: Whether and when to repeat the work.
  ///   - timer: Measures the delays; by default its own queue.
  ///   - work: Runs in a task, on the actor of the code that contains it. It receives the number of the attempt: 1, 2,
  ///     …
  ///
  /// The other parameters are those of
  /// ``init(enabledIf:policy:on:work:fileID:line:function:)-(_,_,_,(Input)->Signal<Value,Failure>,_,_,_)``.
  public convenience init(
    enabledIf condition: some StreamProtocol<Bool, Never> = Signal.just(true), policy: ExecutionPolicy = .exclusive,
    retrying retries: RetryPolicy<Failure>, on scheduler: any Scheduler = .main,
    timer: any Scheduler = QueueScheduler(name: "rill.retry"),
    @_inheritActorContext work:
      @escaping @Sendable @isolated(any) (Input, _ attempt: Int) async throws(Failure) -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) {
    self.init(
      enabledIf: condition, policy: policy, on: scheduler,
      work: { (input: Input) -> Signal<Value, Failure> in
        let attempts = Lock(0)
        return Signal.deferred {
          let attempt = attempts.withLock { attempts in
            attempts += 1
            return attempts
          }
          return Signal { () async throws(Failure) in try await work(input, attempt) }
        }.retry(retries, on: timer)
      }, fileID: fileID, line: line, function: function)
  }
}
