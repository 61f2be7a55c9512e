public import StreamCore
import StreamTracing

// The forms for a command that is a member of a main-actor class. The work receives the object, which the command does
// not retain. In the initial value of a `lazy var` a closure inherits no actor; here the parameter makes it the main
// actor's.
//
// The compiler (6.3) refuses an initial value that needs the main actor beside a closure that awaits something off it.
// So the condition is an autoclosure, and the forms with an asynchronous function are not `@MainActor`. These trap off
// the main actor, where the others do not compile.
extension Command {
  /// Creates a command of an object whose work is a stream.
  ///
  /// ```swift
  /// lazy var search = Command(self, policy: .latest) { (model, text: String) -> Signal<[Hit], SearchError> in
  ///   model.searches += 1
  ///   return model.index.hits(for: text)
  /// }
  /// ```
  ///
  /// The work receives the object and any number of inputs: without inputs the command is executed with ``execute()``,
  /// and with several it is executed with a tuple. It runs on the main actor, synchronously if the command is executed
  /// there. The command does not retain the object; executed after its release, it is cancelled. The other parameters
  /// are those of
  /// ``init(enabledIf:policy:on:work:fileID:line:function:)-(_,_,_,(Input)->Signal<Value,Failure>,_,_,_)``.
  @MainActor
  public convenience init<Owner: AnyObject & Sendable, each Argument: Sendable>(
    _ owner: Owner, enabledIf holds: @autoclosure @MainActor () -> some StreamProtocol<Bool, Never> = Signal.just(true),
    policy: ExecutionPolicy = .exclusive, on scheduler: any Scheduler = .main,
    work: @escaping @MainActor (Owner, repeat each Argument) -> Signal<Value, Failure>,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) where Input == (repeat each Argument) {
    Self.refuseReporter(among: repeat (each Argument).self, at: CallSite(fileID, line))
    self.init(owner, holds, policy, scheduler, .ofCommand(fileID, line, function)) { owner, input, _ in
      work(owner, repeat each input)
    }
  }

  /// Creates a command of an object whose work is a stream of any type, such as a subject.
  ///
  /// All else is as with work that is a `Signal`.
  @MainActor
  public convenience init<Owner: AnyObject & Sendable, each Argument: Sendable, Work: StreamProtocol<Value, Failure>>(
    _ owner: Owner, enabledIf holds: @autoclosure @MainActor () -> some StreamProtocol<Bool, Never> = Signal.just(true),
    policy: ExecutionPolicy = .exclusive, on scheduler: any Scheduler = .main,
    work: @escaping @MainActor (Owner, repeat each Argument) -> Work,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) where Input == (repeat each Argument) {
    Self.refuseReporter(among: repeat (each Argument).self, at: CallSite(fileID, line))
    self.init(owner, holds, policy, scheduler, .ofCommand(fileID, line, function)) { owner, input, _ in
      work(owner, repeat each input).signal
    }
  }

  /// Creates a command of an object whose work is a function. Its execution sends the result and completes, or fails
  /// with the error.
  ///
  /// ```swift
  /// lazy var add = Command(self) { (model, item: Item) in model.items.append(item) }
  /// ```
  ///
  /// All else is as with work that is a stream.
  @_disfavoredOverload
  @MainActor
  public convenience init<Owner: AnyObject & Sendable, each Argument: Sendable>(
    _ owner: Owner, enabledIf holds: @autoclosure @MainActor () -> some StreamProtocol<Bool, Never> = Signal.just(true),
    policy: ExecutionPolicy = .exclusive, on scheduler: any Scheduler = .main,
    work: @escaping @MainActor (Owner, repeat each Argument) throws(Failure) -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) where Input == (repeat each Argument) {
    Self.refuseReporter(among: repeat (each Argument).self, at: CallSite(fileID, line))
    self.init(owner, holds, policy, scheduler, .ofCommand(fileID, line, function)) { owner, input, _ in
      Signal(Result { () throws(Failure) in try work(owner, repeat each input) })
    }
  }

  /// Creates a command of an object whose work is an asynchronous function. Its execution sends the result and
  /// completes, or fails with the error.
  ///
  /// ```swift
  /// lazy var subscribe = Command(self) { (model, email: String) async throws(ServiceError) in
  ///   model.attempts += 1
  ///   try await model.service.subscribe(email)
  /// }
  /// ```
  ///
  /// It runs in a task on the main actor, and retains the object until it returns. Cancelling the execution cancels the
  /// task. All else is as with work that is a stream. Traps off the main actor.
  @_disfavoredOverload
  public convenience init<Owner: AnyObject & Sendable, each Argument: Sendable>(
    _ owner: Owner, enabledIf holds: @autoclosure @MainActor () -> some StreamProtocol<Bool, Never> = Signal.just(true),
    policy: ExecutionPolicy = .exclusive, on scheduler: any Scheduler = .main,
    work: @escaping @MainActor (Owner, repeat each Argument) async throws(Failure) -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) where Input == (repeat each Argument) {
    Self.refuseReporter(among: repeat (each Argument).self, at: CallSite(fileID, line))
    self.init(owner, holds, policy, scheduler, .ofCommand(fileID, line, function)) { owner, input, _ in
      .task(on: MainActor.shared) { () async throws(Failure) in try await work(owner, repeat each input) }
    }
  }

  /// Creates a command of an object whose work is an asynchronous function that reports its progress.
  ///
  /// The function receives the object, its input and a ``ProgressReporter``. All else is as without the reporter.
  public convenience init<Owner: AnyObject & Sendable>(
    _ owner: Owner, enabledIf holds: @autoclosure @MainActor () -> some StreamProtocol<Bool, Never> = Signal.just(true),
    policy: ExecutionPolicy = .exclusive, on scheduler: any Scheduler = .main,
    work: @escaping @MainActor (Owner, Input, ProgressReporter) async throws(Failure) -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) {
    self.init(owner, holds, policy, scheduler, .ofCommand(fileID, line, function), reportsProgress: true) {
      owner, input, execution in
      let progress = execution.reporter
      return .task(on: MainActor.shared) { () async throws(Failure) in try await work(owner, input, progress) }
    }
  }

  /// Creates a command of an object, without an input, whose work is an asynchronous function that reports its
  /// progress.
  public convenience init<Owner: AnyObject & Sendable>(
    _ owner: Owner, enabledIf holds: @autoclosure @MainActor () -> some StreamProtocol<Bool, Never> = Signal.just(true),
    policy: ExecutionPolicy = .exclusive, on scheduler: any Scheduler = .main,
    work: @escaping @MainActor (Owner, ProgressReporter) async throws(Failure) -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) where Input == Void {
    self.init(owner, holds, policy, scheduler, .ofCommand(fileID, line, function), reportsProgress: true) {
      owner, _, execution in
      let progress = execution.reporter
      return .task(on: MainActor.shared) { () async throws(Failure) in try await work(owner, progress) }
    }
  }

  /// Creates a command of an object, with two inputs, whose work is an asynchronous function that reports its progress.
  ///
  /// The inputs are passed as a tuple.
  public convenience init<Owner: AnyObject & Sendable, First: Sendable, Second: Sendable>(
    _ owner: Owner, enabledIf holds: @autoclosure @MainActor () -> some StreamProtocol<Bool, Never> = Signal.just(true),
    policy: ExecutionPolicy = .exclusive, on scheduler: any Scheduler = .main,
    work: @escaping @MainActor (Owner, First, Second, ProgressReporter) async throws(Failure) -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) where Input == (First, Second) {
    self.init(owner, holds, policy, scheduler, .ofCommand(fileID, line, function), reportsProgress: true) {
      owner, input, execution in
      let progress = execution.reporter
      return .task(on: MainActor.shared) { () async throws(Failure) in
        try await work(owner, input.0, input.1, progress)
      }
    }
  }

  private convenience init<Owner: AnyObject & Sendable>(
    _ owner: Owner, _ holds: @MainActor () -> some StreamProtocol<Bool, Never>, _ policy: ExecutionPolicy,
    _ scheduler: any Scheduler, _ callSite: CallSite, reportsProgress: Bool = false,
    work: @escaping @MainActor (Owner, Input, ExecutionCore) -> Signal<Value, Failure>
  ) {
    let work = Isolated(work, as: ((Owner, Input, ExecutionCore) -> Signal<Value, Failure>).self, on: MainActor.shared)
    MainActor.preconditionIsolated("\(callSite): a command with an owner must be created on the main actor.")
    let condition = MainActor.assumeIsolated { holds().signal }
    self.init(condition, policy, scheduler, callSite, reportsProgress: reportsProgress) {
      [weak owner] input, execution in
      work.perform { [weak owner] work in
        guard let owner else { return execution.end(.failed(.cancelled)) }
        execution.attach { work(owner, input, execution) }
      }
    }
  }
}

extension Command {
  /// Traps if a reporter is one of the inputs. Otherwise a caller of `execute` would have to pass it.
  private static func refuseReporter<each Argument>(among types: repeat (each Argument).Type, at callSite: CallSite) {
    for type in repeat each types {
      if type == ProgressReporter.self {
        fatalError(
          """
          \(callSite): the work of a command with an owner reports progress if it is an asynchronous function of \
          at most two inputs. Otherwise, leave out the owner: Command { [weak model] (input, progress: \
          ProgressReporter) in … }.
          """)
      }
    }
  }
}
