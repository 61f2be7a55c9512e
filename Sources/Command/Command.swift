/// An action that knows whether it may run, whether it is running and what came of it, and that never runs twice by accident.
///
/// ```swift
/// let subscribe = Command(enabledIf: $email.map(\.isPlausible)) { (email: String) async throws(ServiceError) in
///   try await service.subscribe(email)
/// }
/// subscribe.execute("ada@example.org")
/// ```
///
/// What observers are told, they are told on the command's scheduler: by default the main actor, inline when the command is executed there, so that a
/// view model sees every change in the same turn. There they hear of an execution before its work begins, and of its end after its last
/// event. Executed from elsewhere a command tells them in the same order, while its work may already be running. The design is that of RACCommand, without its turn of the main queue between asking and starting, and with success, cancelling and
/// the type of failure added.
///
/// A command keeps itself alive for nobody. When it is released, its streams complete; work that is running then goes on, since whoever holds
/// the ``Execution`` may still be listening, and is cancelled through that.
public final class Command<Input: Sendable, Value: Sendable, Failure: Error>: Sendable {
  private let core: CommandCore<Value, Failure>
  private let perform: @Sendable (Input, Execution<Value, Failure>) -> Void
  private let scheduler: any Scheduler
  private let enabling: Disposable

  /// A command whose work is a stream.
  ///
  /// - Parameters:
  ///   - condition: Whether the command is enabled. A value that it sends while it is being subscribed to counts when `init` returns; before
  ///     its first value the command is enabled; when it completes, its last value stays. It cannot fail.
  ///   - policy: What happens when the command is executed while it executes.
  ///   - scheduler: Where observers are told.
  ///   - work: What to do for an input. It runs once for every accepted execution, at once, on the caller of ``execute(_:)``, or on the actor of
  ///     the code that it was written in.
  public init(
    enabledIf condition: some StreamProtocol<Bool, Never> = Signal.just(true),
    policy: ExecutionPolicy = .exclusive,
    on scheduler: any Scheduler = MainScheduler(runsInline: true),
    @_inheritActorContext work: @escaping @Sendable @isolated(any) (Input) -> Signal<Value, Failure>
  ) {
    let work = Isolated(work, as: ((Input) -> Signal<Value, Failure>).self)
    perform = { input, execution in
      work.perform { makeSignal in execution.run(makeSignal(input)) }
    }
    core = CommandCore(policy.validated())
    self.scheduler = scheduler
    enabling = core.follow(condition.signal)
  }

  /// A command whose work is an asynchronous function; its execution sends what the function returns, and completes.
  ///
  /// The function runs in a task, on the actor of the code that it was written in. Cancelling the execution cancels the task. The other parameters are
  /// those of ``init(enabledIf:policy:on:work:)-(_,_,_,(Input)->Signal<Value,Failure>)``.
  public init(
    enabledIf condition: some StreamProtocol<Bool, Never> = Signal.just(true),
    policy: ExecutionPolicy = .exclusive,
    on scheduler: any Scheduler = MainScheduler(runsInline: true),
    @_inheritActorContext work: @escaping @Sendable @isolated(any) (Input) async throws(Failure) -> Value
  ) {
    perform = { input, execution in
      execution.run(Signal { () async throws(Failure) -> Value in try await work(input) })
    }
    core = CommandCore(policy.validated())
    self.scheduler = scheduler
    enabling = core.follow(condition.signal)
  }

  deinit {
    enabling.dispose()
    core.close()
  }

  /// Starts the work, if the command is enabled and its policy allows it.
  ///
  /// Asking and starting are one step: of many simultaneous calls only as many start as may. A refused call says so through the execution it
  /// returns, which has failed with `notEnabled`. From any thread.
  @discardableResult
  public func execute(_ input: Input) -> Execution<Value, Failure> {
    guard core.begin() else { return Execution(refusedWith: .notEnabled) }
    let execution = Execution<Value, Failure> { [core] in core.ended($0) }
    core.announce(execution)
    perform(input, execution)
    return execution
  }

  /// Whether the command may be executed, and every change of that: the current answer first.
  ///
  ///     true while the condition holds and the policy would let another execution start
  public var enabled: Signal<Bool, Never> { core.enabled.distinctUntilChanged().deliver(on: scheduler) }

  /// Whether at least one execution is running, and every change of that: the current answer first.
  public var executing: Signal<Bool, Never> { core.executing.distinctUntilChanged().deliver(on: scheduler) }

  /// Each execution that starts from now on, as the stream of its values; it completes however the execution ends.
  public var executionSignals: Signal<Signal<Value, Never>, Never> { core.executions.deliver(on: scheduler) }

  /// The values of all executions from now on.
  public var values: Signal<Value, Never> { core.values.deliver(on: scheduler) }

  /// One value for each execution that completes from now on: success, and only success.
  public var completions: Signal<Void, Never> { core.completions.deliver(on: scheduler) }

  /// The failure of each execution that fails from now on, also of one that began before.
  public var errors: Signal<Failure, Never> { core.errors.deliver(on: scheduler) }

  /// Whether the command may be executed now.
  public var isEnabled: Bool { core.isEnabled }

  /// Whether an execution is running now.
  public var isExecuting: Bool { core.isExecuting }
}

extension Command where Input == Void {
  /// Starts the work, if the command is enabled and its policy allows it. See ``execute(_:)``.
  @discardableResult
  public func execute() -> Execution<Value, Failure> { execute(()) }
}

extension Execution {
  /// Attaches the work.
  fileprivate func run(_ signal: Signal<Value, Failure>) {
    signal.attach(
      Sink(
        next: { self.send($0) },
        end: { completion in
          switch completion {
          case .completed: self.end(.completed)
          case .failed(let failure): self.end(.failed(.failed(failure)))
          }
        }),
      to: work)
  }
}
