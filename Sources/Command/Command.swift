public import StreamCore

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
/// view model sees every change in the same turn. They hear of an execution before its work begins, and of its end after its last value; executed
/// elsewhere, in the same order, as soon as the scheduler gets to it. The design is that of RACCommand, without its turn of the main queue between asking and
/// starting, and with success, cancelling, policies and the type of failure added. `Docs/Command.md` has the tables.
///
/// A command keeps itself alive for nobody. When it is released, its streams complete, and executions that wait for their turn fail with
/// `cancelled`. Work that is running goes on, since whoever holds the ``Execution`` may still be listening, and is cancelled through that;
/// except under ``ExecutionPolicy/latest``, whose work is nobody's once the command is gone: it is cancelled.
public final class Command<Input: Sendable, Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline let core: CommandCore
  @usableFromInline let perform: @Sendable (Input, Execution<Value, Failure>) -> Void
  @usableFromInline let place: Place
  @usableFromInline let enabling: Disposable

  /// A command whose work is a stream.
  ///
  /// - Parameters:
  ///   - condition: Whether the command is enabled. A value that it sends while it is being subscribed to counts when `init` returns; before
  ///     its first value the command is enabled; when it completes, its last value stays. It cannot fail.
  ///   - policy: What happens when the command is executed while it executes.
  ///   - scheduler: Where observers are told.
  ///   - work: What to do for an input. It runs once for every accepted execution, at once, on the caller of ``execute(_:)``, or on the actor of
  ///     the code that it was written in.
  @inlinable
  public convenience init(
    enabledIf condition: some StreamProtocol<Bool, Never> = Signal.just(true),
    policy: ExecutionPolicy = .exclusive,
    on scheduler: any Scheduler = MainScheduler(runsInline: true),
    @_inheritActorContext work: @escaping @Sendable @isolated(any) (Input) -> Signal<Value, Failure>
  ) {
    let work = Isolated(work, as: ((Input) -> Signal<Value, Failure>).self)
    self.init(condition.signal, policy, scheduler) { input, execution in
      if work.isHere { return execution.attach(work.function(input)) }
      work.perform { makeSignal in
        // It may be over already.
        if execution.isActive { execution.attach(makeSignal(input)) }
      }
    }
  }

  /// A command whose work is a stream, and which says how far it is.
  ///
  /// The work gets a ``ProgressReporter`` beside its input; all else is as in
  /// ``init(enabledIf:policy:on:work:)-(_,_,_,(Input)->Signal<Value,Failure>)``.
  @inlinable
  public convenience init(
    enabledIf condition: some StreamProtocol<Bool, Never> = Signal.just(true),
    policy: ExecutionPolicy = .exclusive,
    on scheduler: any Scheduler = MainScheduler(runsInline: true),
    @_inheritActorContext work: @escaping @Sendable @isolated(any) (Input, ProgressReporter) -> Signal<Value, Failure>
  ) {
    let work = Isolated(work, as: ((Input, ProgressReporter) -> Signal<Value, Failure>).self)
    self.init(condition.signal, policy, scheduler) { input, execution in
      work.perform { makeSignal in
        if execution.isActive { execution.attach(makeSignal(input, ProgressReporter(execution.run))) }
      }
    }
  }

  /// A command whose work is an asynchronous function; its execution sends what the function returns, and completes.
  ///
  /// The function runs in a task, on the actor of the code that it was written in. Cancelling the execution cancels the task. The other parameters are
  /// those of ``init(enabledIf:policy:on:work:)-(_,_,_,(Input)->Signal<Value,Failure>)``.
  public convenience init(
    enabledIf condition: some StreamProtocol<Bool, Never> = Signal.just(true),
    policy: ExecutionPolicy = .exclusive,
    on scheduler: any Scheduler = MainScheduler(runsInline: true),
    @_inheritActorContext work: @escaping @Sendable @isolated(any) (Input) async throws(Failure) -> Value
  ) {
    self.init(condition.signal, policy, scheduler) { input, execution in
      execution.attach(Signal { () async throws(Failure) -> Value in try await work(input) })
    }
  }

  /// A command whose work is an asynchronous function, and which says how far it is.
  ///
  /// The work gets a ``ProgressReporter`` beside its input; all else is as in
  /// ``init(enabledIf:policy:on:work:)-(_,_,_,(Input)asyncthrows(Failure)->Value)``.
  public convenience init(
    enabledIf condition: some StreamProtocol<Bool, Never> = Signal.just(true),
    policy: ExecutionPolicy = .exclusive,
    on scheduler: any Scheduler = MainScheduler(runsInline: true),
    @_inheritActorContext work:
      @escaping @Sendable @isolated(any) (Input, ProgressReporter) async throws(Failure) -> Value
  ) {
    self.init(condition.signal, policy, scheduler) { input, execution in
      let progress = ProgressReporter(execution.run)
      execution.attach(Signal { () async throws(Failure) -> Value in try await work(input, progress) })
    }
  }

  @usableFromInline
  init(
    _ condition: Signal<Bool, Never>, _ policy: ExecutionPolicy, _ scheduler: any Scheduler,
    perform: @escaping @Sendable (Input, Execution<Value, Failure>) -> Void
  ) {
    let place = Place(scheduler)
    let core = CommandCore(policy, place)
    self.place = place
    self.core = core
    self.perform = perform
    enabling = condition.subscribe { core.setCondition($0) }
  }

  deinit {
    enabling.dispose()
    core.close()
  }

  // MARK: Executing

  /// Starts the work, if the command is enabled and its policy allows it.
  ///
  /// Asking and starting are one step: of many simultaneous calls only as many start as may. A refused call says so through the execution it
  /// returns, which has failed with `notEnabled`. From any thread. Called by an observer of this command, from inside what it is being told, the
  /// work begins when all observers have heard that it does, which is after this call.
  @inlinable
  @discardableResult
  public func execute(_ input: Input) -> Execution<Value, Failure> {
    let run = Run(core)
    let startsNow = core.accept(run) { [perform] in { perform(input, Execution($0)) } }
    if startsNow { perform(input, Execution(run)) }
    return Execution(run)
  }

  /// Cancels every execution, those that run, the oldest first, and those that wait for their turn.
  public func cancelAll() { core.cancelAll() }

  /// What happens when the command is executed while it executes.
  ///
  /// Set, it counts at once: the command may become enabled, and executions that were waiting start if there is room now. None that runs is
  /// stopped.
  public var policy: ExecutionPolicy {
    get { core.policy }
    set { core.policy = newValue }
  }

  /// Whether executions may run side by side: the one choice that the original had.
  ///
  /// Setting it replaces the policy by ``ExecutionPolicy/concurrent`` or ``ExecutionPolicy/exclusive``, unless the answer is the same already.
  public var allowsConcurrentExecution: Bool {
    get { core.policy.allowsConcurrentExecution }
    set {
      core.changePolicy { policy in
        policy.allowsConcurrentExecution == newValue ? policy : newValue ? .concurrent : .exclusive
      }
    }
  }

  // MARK: Observing

  /// Whether the command may be executed, and every change of that: the current answer first.
  ///
  ///     true while the condition holds and the policy would accept another execution
  public var enabled: Signal<Bool, Never> { core.state(\.isEnabled) }

  /// Whether at least one execution is running, and every change of that: the current answer first.
  public var executing: Signal<Bool, Never> { core.state { $0.inFlight > 0 } }

  /// How many executions are running, and every change of that: the current number first. Those that wait do not count.
  public var executionsInFlight: Signal<Int, Never> { core.state(\.inFlight) }

  /// The policy, and every change of it: the current one first.
  public var policies: Signal<ExecutionPolicy, Never> { core.state(\.policy) }

  /// Each execution that starts from now on, as the stream of its values; it completes however the execution ends.
  ///
  /// Each of these streams remembers everything, and is told on the command's scheduler.
  @inlinable
  public var executionSignals: Signal<Signal<Value, Never>, Never> {
    notices(.executions) { [place] notice, next in
      if case .execution(let run) = notice { next(Execution<Value, Failure>(run).values(told: place)) }
    }
  }

  /// The values of all executions from now on.
  @inlinable
  public var values: Signal<Value, Never> {
    notices(.values) { notice, next in
      if case .value(let value) = notice { next(Box<Value>.open(value)) }
    }
  }

  /// How far the work is, from 0 to 1, each time that an execution reports it, from now on.
  ///
  /// A report that says the same as the one before it in its execution is left out. Where several executions run side by side, the
  /// ``Execution/progress`` of each tells them apart.
  public var progress: Signal<Double, Never> {
    notices(.progress) { notice, next in
      if case .progress(let fraction) = notice { next(fraction) }
    }
  }

  /// One value for each execution that completes from now on: success, and only success.
  @inlinable
  public var completions: Signal<Void, Never> {
    notices(.completions) { notice, next in
      if case .completed = notice { next(()) }
    }
  }

  /// The failure of each execution that fails from now on, also of one that began before.
  @inlinable
  public var errors: Signal<Failure, Never> {
    notices(.errors) { notice, next in
      if case .failed(let failure) = notice { next(Box<Failure>.open(failure)) }
    }
  }

  /// Some of what observers are told.
  @inlinable
  func notices<Part>(
    _ topic: Topic, _ pass: @escaping @Sendable (Notice, @Sendable (Part) -> Void) -> Void
  ) -> Signal<Part, Never> {
    Signal(attaching: { [core] sink, subscription in
      let next = sink.next
      core.add(Listener(topic, core, subscription, hear: { pass($0, next) }, end: sink.end))
    })
  }

  /// Whether the command may be executed now.
  public var isEnabled: Bool { core.isEnabled }

  /// Whether an execution is running now.
  public var isExecuting: Bool { core.inFlight > 0 }

  /// How many executions are running now.
  public var inFlightCount: Int { core.inFlight }
}

extension Command where Input == Void {
  /// Starts the work, if the command is enabled and its policy allows it. See ``execute(_:)``.
  @inlinable
  @discardableResult
  public func execute() -> Execution<Value, Failure> { execute(()) }
}
