public import StreamCore
import StreamTracing
import Subjects

/// An action that knows whether it may run, whether it is running and what came of it, and that never runs twice by
/// accident.
///
/// ```swift
/// lazy var subscribe = Command(self, enabledIf: isValid) { (model, email: String) async throws(ServiceError) in
///   model.attempts += 1
///   try await model.service.subscribe(email)
/// }
/// model.subscribe.execute("ada@example.org")
/// ```
///
/// What observers are told, they are told on the command's scheduler: by default the main actor, inline when the
/// command is executed there, so that a view model sees every change in the same turn. They hear of an execution before
/// its work begins, and of its end after its last value; executed elsewhere, in the same order, as soon as the
/// scheduler gets to it. The design is that of RACCommand, without its turn of the main queue between asking and
/// starting, and with success, cancelling, policies and the type of failure added. `Docs/Command.md` has the tables.
///
/// A command keeps itself alive for nobody. When it is released, its streams complete, and executions that wait
/// fail with `cancelled`. Work that is running goes on, since whoever has the ``Execution`` may still be listening, and
/// is cancelled through that; except under ``ExecutionPolicy/latest``, whose work is nobody's once the
/// command is gone: it is cancelled.
public final class Command<Input: Sendable, Value: Sendable, Failure: Error>: Sendable {
  private let core: CommandCore
  private let scheduler: any Scheduler
  private let enabling: Disposable
  private let reportsProgress: Bool
  private let perform: @Sendable (Input, ExecutionCore) -> Void

  /// - Parameter perform: Attaches the work to an execution.
  init(
    _ condition: Signal<Bool, Never>, _ policy: ExecutionPolicy, _ scheduler: any Scheduler, _ callSite: CallSite,
    reportsProgress: Bool = false, perform: @escaping @Sendable (Input, ExecutionCore) -> Void
  ) {
    precondition(
      Input.self != ProgressReporter.self,
      "\(callSite): work that is a stream has its ProgressReporter beside an input, which may be Void.")
    let core = CommandCore(policy, scheduler, callSite)
    self.core = core
    if Trace.isOnHere { TraceNode.make(TraceKey(core), .command, "Command", callSite) }
    self.scheduler = scheduler
    self.reportsProgress = reportsProgress
    self.perform = perform
    enabling = core.recordAttaching { condition.subscribe { holds in core.update { $0.conditionHolds = holds } } }
  }

  deinit {
    enabling.dispose()
    core.close()
    if Trace.isOn { TraceNode.forget(TraceKey(core)) }
  }

  // MARK: Executing

  /// Starts the work, if the command is enabled and its policy allows it.
  ///
  /// Asking and starting are one step: of many simultaneous calls only as many start as may. A refused call says so
  /// through the execution it returns, which has failed with `notEnabled`. From any thread. Called by an observer of
  /// this command, from inside what it is being told, the work begins when all observers have heard that it does, which
  /// is after this call.
  @discardableResult
  public func execute(_ input: Input) -> Execution<Value, Failure> {
    let text = Trace.isOn ? traceText(of: input) : nil
    let execution = ExecutionCore(core, input: text, reportsProgress: reportsProgress) { [perform] in
      perform(input, $0)
    }
    // Made first: from here on the values are kept for the caller.
    let handle = Execution<Value, Failure>(core: execution)
    core.accept(execution)
    return handle
  }

  /// Cancels every execution, those that run, the oldest first, and those that wait.
  public func cancelAll() {
    for execution in core.update({ $0.takeAll() }) { execution.end(.failed(.cancelled)) }
  }

  /// What happens when the command is executed while it executes.
  ///
  /// Set, it counts at once: the command may become enabled, and executions that were waiting start if there is room
  /// now. None that runs is stopped.
  public var policy: ExecutionPolicy {
    get { core.state.withLock { $0.policy } }
    set { core.update { $0.policy = newValue.validated() } }
  }

  /// Whether executions may run side by side: the one choice that the original had.
  ///
  /// Setting it replaces the policy by ``ExecutionPolicy/concurrent`` or ``ExecutionPolicy/exclusive``, unless the
  /// answer is the same already.
  public var allowsConcurrentExecution: Bool {
    get { policy.allowsConcurrentExecution }
    set { if newValue != allowsConcurrentExecution { policy = newValue ? .concurrent : .exclusive } }
  }

  // MARK: Observing

  /// Whether the command may be executed.
  ///
  ///     true while the condition holds and the policy would accept another execution
  public var enabled: CurrentValue<Bool> { core.current(\.isEnabled) }

  /// Whether at least one execution is running.
  public var executing: CurrentValue<Bool> { core.current { $0.inFlight > 0 } }

  /// How many executions are running. Those that wait do not count.
  public var executionsInFlight: CurrentValue<Int> { core.current(\.inFlight) }

  /// The policy.
  public var policies: CurrentValue<ExecutionPolicy> { core.current(\.policy) }

  /// Whether the command may be executed now.
  public var isEnabled: Bool { enabled.value }

  /// Whether an execution is running now.
  public var isExecuting: Bool { executing.value }

  /// Each execution that starts from now on, as the stream of its values; it completes however the execution ends.
  ///
  /// Each of these streams remembers everything, and is told on the command's scheduler.
  public var executionSignals: Signal<Signal<Value, Never>, Never> {
    Signal(
      attaching: { [core, scheduler] sink, subscription in
        // Disposing posts the removal of the sink to the scheduler. Otherwise, one that never runs it would be kept
        // alive by the sink.
        let place = Lock<(any Scheduler)?>(scheduler)
        subscription.add { _ = place.withLock { $0.take() } }
        core.told(by: core.beginnings).attach(
          Sink(
            next: { execution in
              guard let scheduler = place.withLock({ $0 }) else { return }
              sink.next(Execution<Value, Failure>(core: execution).values(on: scheduler))
            }, end: sink.end), to: subscription)
      }, named: "")
  }

  /// The values of all executions from now on.
  public var values: Signal<Value, Never> { core.told(by: core.values).map { $0 as! Value } }

  /// How far the work is, from 0 to 1, each time that an execution reports it, from now on.
  ///
  /// A report that says the same as the one before it in its execution is not told. Where several executions run side
  /// by side, the ``Execution/progress`` of each tells them apart.
  public var progress: Signal<Double, Never> { core.told(by: core.reports) }

  /// One value for each execution that completes from now on: success, and only success.
  public var completions: Signal<Void, Never> {
    core.told(by: core.ends).compactMap { if case .completed = $0 { () } else { nil } }
  }

  /// The failure of each execution that fails from now on, also of one that began before.
  public var errors: Signal<Failure, Never> {
    core.told(by: core.ends).compactMap {
      if case .failed(.failed(let failure)) = $0 { (failure as! Failure) } else { nil }
    }
  }

  /// One value for each execution that is cancelled from now on, except those that had not begun: nobody was told of
  /// them.
  public var cancellations: Signal<Void, Never> {
    core.told(by: core.ends).compactMap { if case .failed(.cancelled) = $0 { () } else { nil } }
  }
}

extension Command where Input == Void {
  /// Starts the work, if the command is enabled and its policy allows it. See ``execute(_:)``.
  @discardableResult
  public func execute() -> Execution<Value, Failure> { execute(()) }
}
