public import StreamCore
import StreamTracing

// The forms of work. Forms that return a plain value are disfavoured, so that a closure which returns a signal is taken
// for a stream.
extension Command {
  /// Creates a command whose work is a stream.
  ///
  /// - Parameters:
  ///   - condition: Whether the command is enabled. It is subscribed to now, and a value that it sends immediately
  ///     counts when `init` returns. The command is enabled before the first value. When the condition completes, its
  ///     last value stays.
  ///   - policy: The rule for executing the command while it is executing.
  ///   - scheduler: The scheduler on which observers are notified.
  ///   - work: Returns the stream for an input. It runs once for each accepted execution, synchronously, on the caller
  ///     of ``execute(_:)`` or on the actor of the code that contains it.
  public convenience init(
    enabledIf condition: some StreamProtocol<Bool, Never> = Signal.just(true), policy: ExecutionPolicy = .exclusive,
    on scheduler: any Scheduler = .main,
    @_inheritActorContext work: @escaping @Sendable @isolated(any) (Input) -> Signal<Value, Failure>,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) {
    let work = Isolated(work, as: ((Input) -> Signal<Value, Failure>).self)
    self.init(condition, policy, scheduler, .ofCommand(fileID, line, function), on: work.actor) {
      input, _ in work.function(input)
    }
  }

  /// Creates a command whose work is a stream of any type: a subject, another command's execution, a custom type.
  ///
  /// The parameters are those of
  /// ``init(enabledIf:policy:on:work:fileID:line:function:)-(_,_,_,(Input)->Signal<Value,Failure>,_,_,_)``.
  public convenience init<Work: StreamProtocol<Value, Failure>>(
    enabledIf condition: some StreamProtocol<Bool, Never> = Signal.just(true), policy: ExecutionPolicy = .exclusive,
    on scheduler: any Scheduler = .main,
    @_inheritActorContext work: @escaping @Sendable @isolated(any) (Input) -> Work,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) {
    let work = Isolated(work, as: ((Input) -> Work).self)
    self.init(condition, policy, scheduler, .ofCommand(fileID, line, function), on: work.actor) { input, _ in
      work.function(input).signal
    }
  }

  /// Creates a command whose work is a stream that reports its progress to the ``ProgressReporter`` of the closure.
  ///
  /// The parameters are those of
  /// ``init(enabledIf:policy:on:work:fileID:line:function:)-(_,_,_,(Input)->Signal<Value,Failure>,_,_,_)``.
  public convenience init(
    enabledIf condition: some StreamProtocol<Bool, Never> = Signal.just(true), policy: ExecutionPolicy = .exclusive,
    on scheduler: any Scheduler = .main,
    @_inheritActorContext work: @escaping @Sendable @isolated(any) (Input, ProgressReporter) -> Signal<Value, Failure>,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) {
    let work = Isolated(work, as: ((Input, ProgressReporter) -> Signal<Value, Failure>).self)
    self.init(condition, policy, scheduler, .ofCommand(fileID, line, function), on: work.actor, reportsProgress: true) {
      work.function($0, $1.reporter)
    }
  }

  /// Creates a command whose work is a function. Its execution sends the result and completes, or fails with the error.
  ///
  /// The function runs synchronously. The other parameters are those of
  /// ``init(enabledIf:policy:on:work:fileID:line:function:)-(_,_,_,(Input)->Signal<Value,Failure>,_,_,_)``.
  @_disfavoredOverload
  public convenience init(
    enabledIf condition: some StreamProtocol<Bool, Never> = Signal.just(true), policy: ExecutionPolicy = .exclusive,
    on scheduler: any Scheduler = .main,
    @_inheritActorContext work: @escaping @Sendable @isolated(any) (Input) throws(Failure) -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) {
    let work = Isolated(work, as: ((Input) throws(Failure) -> Value).self)
    self.init(condition, policy, scheduler, .ofCommand(fileID, line, function), on: work.actor) { input, _ in
      Signal(Result { () throws(Failure) in try work.function(input) })
    }
  }

  /// Creates a command whose work is an asynchronous function. Its execution sends the result and completes, or fails
  /// with the error.
  ///
  /// The function runs in a task, on the actor of the code that contains it. Cancelling the execution cancels the task.
  /// The other parameters are those of
  /// ``init(enabledIf:policy:on:work:fileID:line:function:)-(_,_,_,(Input)->Signal<Value,Failure>,_,_,_)``.
  @_disfavoredOverload
  public convenience init(
    enabledIf condition: some StreamProtocol<Bool, Never> = Signal.just(true), policy: ExecutionPolicy = .exclusive,
    on scheduler: any Scheduler = .main,
    @_inheritActorContext work: @escaping @Sendable @isolated(any) (Input) async throws(Failure) -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) {
    self.init(condition.signal, policy, scheduler, .ofCommand(fileID, line, function)) { input, execution in
      execution.attach { .task(on: actorOf(work)) { () async throws(Failure) in try await work(input) } }
    }
  }

  /// Creates a command whose work is an asynchronous function that reports its progress.
  ///
  /// The function receives a ``ProgressReporter`` after its input. The other parameters are those of
  /// ``init(enabledIf:policy:on:work:fileID:line:function:)-(_,_,_,(Input)asyncthrows(Failure)->Value,_,_,_)``.
  @_disfavoredOverload
  public convenience init(
    enabledIf condition: some StreamProtocol<Bool, Never> = Signal.just(true), policy: ExecutionPolicy = .exclusive,
    on scheduler: any Scheduler = .main,
    @_inheritActorContext work:
      @escaping @Sendable @isolated(any) (Input, ProgressReporter) async throws(Failure) -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) {
    self.init(condition.signal, policy, scheduler, .ofCommand(fileID, line, function), reportsProgress: true) {
      input, execution in
      let progress = execution.reporter
      execution.attach { .task(on: actorOf(work)) { () async throws(Failure) in try await work(input, progress) } }
    }
  }

  /// Creates a command without an input whose work is an asynchronous function that reports its progress.
  public convenience init(
    enabledIf condition: some StreamProtocol<Bool, Never> = Signal.just(true), policy: ExecutionPolicy = .exclusive,
    on scheduler: any Scheduler = .main,
    @_inheritActorContext work: @escaping @Sendable @isolated(any) (ProgressReporter) async throws(Failure) -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) where Input == Void {
    self.init(condition.signal, policy, scheduler, .ofCommand(fileID, line, function), reportsProgress: true) {
      _, execution in
      let progress = execution.reporter
      execution.attach { .task(on: actorOf(work)) { () async throws(Failure) in try await work(progress) } }
    }
  }

  /// - Parameter signal: Calls the work. It runs on `actor`.
  private convenience init(
    _ condition: some StreamProtocol<Bool, Never>, _ policy: ExecutionPolicy, _ scheduler: any Scheduler,
    _ callSite: CallSite, on actor: (any Actor)?, reportsProgress: Bool = false,
    _ signal: @escaping @Sendable (Input, ExecutionCore) -> Signal<Value, Failure>
  ) {
    self.init(condition.signal, policy, scheduler, callSite, reportsProgress: reportsProgress) { input, execution in
      if let actor, !isRunning(on: actor) {
        hop(to: actor) { execution.attach { signal(input, execution) } }
      } else {
        execution.attach { signal(input, execution) }
      }
    }
  }
}
