public import StreamCore
import StreamTracing

// The forms of work. Those whose result is a plain value are disfavoured, so that a closure which returns a signal is
// taken for a stream.
extension Command {
  /// A command whose work is a stream.
  ///
  /// - Parameters:
  ///   - condition: Whether the command is enabled. A value that it sends while it is being subscribed to counts when
  ///     `init` returns; before its first value the command is enabled; when it completes, its last value stays.
  ///   - policy: What happens when the command is executed while it executes.
  ///   - scheduler: Where observers are told.
  ///   - work: What to do for an input. It runs once for every accepted execution, at once, on the caller of
  ///     ``execute(_:)``, or on the actor of the code that it was written in.
  public convenience init(
    enabledIf condition: some StreamProtocol<Bool, Never> = Signal.just(true), policy: ExecutionPolicy = .exclusive,
    on scheduler: any Scheduler = .main,
    @_inheritActorContext work: @escaping @Sendable @isolated(any) (Input) -> Signal<Value, Failure>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    let work = Isolated(work, as: ((Input) -> Signal<Value, Failure>).self)
    self.init(condition.signal, policy, scheduler, CallSite(fileID, line)) { input, execution in
      work.perform { work in execution.attach { work(input) } }
    }
  }

  /// A command whose work is a stream of any type: a subject, another command's execution, a type of one's own.
  ///
  /// All else is as in ``init(enabledIf:policy:on:work:fileID:line:)-(_,_,_,(Input)->Signal<Value,Failure>,_,_)``.
  public convenience init<Work: StreamProtocol<Value, Failure>>(
    enabledIf condition: some StreamProtocol<Bool, Never> = Signal.just(true), policy: ExecutionPolicy = .exclusive,
    on scheduler: any Scheduler = .main,
    @_inheritActorContext work: @escaping @Sendable @isolated(any) (Input) -> Work,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    let work = Isolated(work, as: ((Input) -> Work).self)
    self.init(condition.signal, policy, scheduler, CallSite(fileID, line)) { input, execution in
      work.perform { work in execution.attach { work(input).signal } }
    }
  }

  /// A command whose work is a stream, and which says how far it is.
  ///
  /// The work gets a ``ProgressReporter`` beside its input; all else is as in
  /// ``init(enabledIf:policy:on:work:fileID:line:)-(_,_,_,(Input)->Signal<Value,Failure>,_,_)``.
  public convenience init(
    enabledIf condition: some StreamProtocol<Bool, Never> = Signal.just(true), policy: ExecutionPolicy = .exclusive,
    on scheduler: any Scheduler = .main,
    @_inheritActorContext work: @escaping @Sendable @isolated(any) (Input, ProgressReporter) -> Signal<Value, Failure>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    let work = Isolated(work, as: ((Input, ProgressReporter) -> Signal<Value, Failure>).self)
    self.init(condition.signal, policy, scheduler, CallSite(fileID, line), reportsProgress: true) { input, execution in
      work.perform { work in execution.attach { work(input, ProgressReporter(execution: execution)) } }
    }
  }

  /// A command whose work is a function: its execution sends what the function returns, and completes, or fails with
  /// what it throws.
  ///
  /// It runs at once, like work that is a stream. The other parameters are those of
  /// ``init(enabledIf:policy:on:work:fileID:line:)-(_,_,_,(Input)->Signal<Value,Failure>,_,_)``.
  @_disfavoredOverload
  public convenience init(
    enabledIf condition: some StreamProtocol<Bool, Never> = Signal.just(true), policy: ExecutionPolicy = .exclusive,
    on scheduler: any Scheduler = .main,
    @_inheritActorContext work: @escaping @Sendable @isolated(any) (Input) throws(Failure) -> Value,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    let work = Isolated(work, as: ((Input) throws(Failure) -> Value).self)
    self.init(condition.signal, policy, scheduler, CallSite(fileID, line)) { input, execution in
      work.perform { work in execution.attach { Signal(Result { () throws(Failure) in try work(input) }) } }
    }
  }

  /// A command whose work is an asynchronous function; its execution sends what the function returns, and completes.
  ///
  /// The function runs in a task, on the actor of the code that it was written in. Cancelling the execution cancels the
  /// task. The other parameters are those of
  /// ``init(enabledIf:policy:on:work:fileID:line:)-(_,_,_,(Input)->Signal<Value,Failure>,_,_)``.
  @_disfavoredOverload
  public convenience init(
    enabledIf condition: some StreamProtocol<Bool, Never> = Signal.just(true), policy: ExecutionPolicy = .exclusive,
    on scheduler: any Scheduler = .main,
    @_inheritActorContext work: @escaping @Sendable @isolated(any) (Input) async throws(Failure) -> Value,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(condition.signal, policy, scheduler, CallSite(fileID, line)) { input, execution in
      execution.attach { .task(on: actorOf(work)) { () async throws(Failure) in try await work(input) } }
    }
  }

  /// A command whose work is an asynchronous function, and which says how far it is.
  ///
  /// The work gets a ``ProgressReporter`` beside its input; all else is as in
  /// ``init(enabledIf:policy:on:work:fileID:line:)-(_,_,_,(Input)asyncthrows(Failure)->Value,_,_)``.
  @_disfavoredOverload
  public convenience init(
    enabledIf condition: some StreamProtocol<Bool, Never> = Signal.just(true), policy: ExecutionPolicy = .exclusive,
    on scheduler: any Scheduler = .main,
    @_inheritActorContext work:
      @escaping @Sendable @isolated(any) (Input, ProgressReporter) async throws(Failure) -> Value,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(condition.signal, policy, scheduler, CallSite(fileID, line), reportsProgress: true) { input, execution in
      let progress = ProgressReporter(execution: execution)
      execution.attach { .task(on: actorOf(work)) { () async throws(Failure) in try await work(input, progress) } }
    }
  }

  /// The same for work without an input, executed with ``execute()``.
  public convenience init(
    enabledIf condition: some StreamProtocol<Bool, Never> = Signal.just(true), policy: ExecutionPolicy = .exclusive,
    on scheduler: any Scheduler = .main,
    @_inheritActorContext work: @escaping @Sendable @isolated(any) (ProgressReporter) async throws(Failure) -> Value,
    fileID: StaticString = #fileID, line: UInt = #line
  ) where Input == Void {
    self.init(condition.signal, policy, scheduler, CallSite(fileID, line), reportsProgress: true) { _, execution in
      let progress = ProgressReporter(execution: execution)
      execution.attach { .task(on: actorOf(work)) { () async throws(Failure) in try await work(progress) } }
    }
  }
}
