public import Properties
public import StreamCore
import StreamPrimitives
import StreamTracing
import Subjects

/// An action with state: whether it may run, whether it is running, and the results of its executions.
///
/// ```swift
/// lazy var subscribe = Command(self, enabledIf: isValid) { (model, email: String) async throws(ServiceError) in
///   model.attempts += 1
///   try await model.service.subscribe(email)
/// }
/// model.subscribe.execute("ada@example.org")
/// ```
///
/// Its state is made of properties: derived properties, effects, SwiftUI and bindings follow it. Its results are
/// streams.
///
/// Observers are notified on the command's scheduler: by default on the main actor, and synchronously when the command
/// is executed there. Then an execution is announced before its work begins, and its end after its last value. If the
/// command is executed elsewhere, observers are notified in the same order, later. The design is that of RACCommand.
/// It adds success, cancelling, policies and typed failures, and starts without a turn of the main queue.
/// `Docs/Guides/Commands.md` has the order of all steps.
///
/// Nothing that a command makes retains it. When it is released, its streams complete, and waiting executions fail with
/// `cancelled`. Running work continues, because the owner of the ``Execution`` may observe and cancel it. Under
/// ``ExecutionPolicy/latest`` running work is cancelled.
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
    if Input.self == ProgressReporter.self {
      fatalError("\(callSite): work that is a stream takes its ProgressReporter after an input, which may be Void.")
    }
    let core = CommandCore(policy, scheduler, callSite)
    self.core = core
    if Trace.isOnHere { TraceNode.make(TraceKey(core), .command, "Command", callSite) }
    self.scheduler = scheduler
    self.reportsProgress = reportsProgress
    self.perform = perform
    enabling = core.recordAttaching { condition.subscribe { holds in core.update { $0.conditionHolds = holds } } }
    core.open()
  }

  deinit {
    enabling.dispose()
    core.close()
    if Trace.isOn { TraceNode.unregister(TraceKey(core)) }
  }

  // MARK: Executing

  /// Starts the work, if the command is enabled and its policy allows it.
  ///
  /// The decision and the start are one step: of many simultaneous calls, only as many start as the policy allows. A
  /// refused call returns an execution that has failed with `notEnabled`. May be called from any thread.
  ///
  /// If a handler of this command calls it, the work begins when all observers were notified of the execution, which is
  /// after this call. Properties that the work reads are not tracked by the closure that executes.
  @discardableResult
  public func execute(_ input: Input) -> Execution<Value, Failure> {
    // Created first, so that the values are stored for the caller from the beginning.
    let execution = makeExecution(input)
    start(execution)
    return execution
  }

  /// Returns an execution that is neither running nor waiting: ``start(_:)`` is called with it next, or it is dropped.
  func makeExecution(_ input: Input) -> Execution<Value, Failure> {
    let text = Trace.isOn ? traceText(of: input) : nil
    return Execution(
      core: ExecutionCore(core, input: text, reportsProgress: reportsProgress) { [perform] in perform(input, $0) })
  }

  /// Starts, enqueues or refuses an execution of this command, once.
  func start(_ execution: Execution<Value, Failure>) { untracked { core.accept(execution.core) } }

  /// Cancels every execution: the running ones, the oldest first, then the waiting ones.
  public func cancelAll() {
    for execution in core.update({ $0.takeAll() }) { execution.end(.failed(.cancelled)) }
  }

  // MARK: State

  /// Whether the command may be executed, as ``execute(_:)`` decides it.
  ///
  ///     true while the condition holds and the policy would accept another execution
  ///
  /// Derived properties, effects and SwiftUI that read it follow ``enabled``.
  public var isEnabled: Bool {
    _ = enabled.value
    return facts.isEnabled
  }

  /// Whether an execution is running.
  ///
  /// Derived properties, effects and SwiftUI that read it follow ``executing``.
  public var isExecuting: Bool {
    _ = executing.value
    return facts.isExecuting
  }

  /// The rule for executing a command that is already executing.
  ///
  /// A new policy applies immediately: the command may become enabled, and waiting executions start if the policy
  /// allows it. No running execution is stopped. Derived properties, effects and SwiftUI that read it follow
  /// ``policies``.
  public var policy: ExecutionPolicy {
    get {
      _ = policies.value
      return facts.policy
    }
    set { core.update { $0.policy = newValue.validated() } }
  }

  /// Whether several executions may run at the same time: the only choice of RACCommand.
  ///
  /// Setting it to another value replaces the policy by ``ExecutionPolicy/concurrent`` or
  /// ``ExecutionPolicy/exclusive``.
  public var allowsConcurrentExecution: Bool {
    get { policy.allowsConcurrentExecution }
    set { if newValue != facts.policy.allowsConcurrentExecution { policy = newValue ? .concurrent : .exclusive } }
  }

  /// Whether the command may be executed, as observers know it.
  ///
  ///     execute      ----x------
  ///     enabled      true-false-true    exclusive, until the execution ends
  ///
  /// Like all properties of the command it changes on the command's scheduler, in the same order as its streams. An
  /// observer that subscribes to it receives every change. ``isEnabled`` may change earlier. The stream of the property
  /// completes when the command is released.
  public var enabled: Property<Bool> { core.property { $0.enabled.use($1) } }

  /// Whether at least one execution is running, as observers know it.
  public var executing: Property<Bool> { core.property { $0.executing.use($1) } }

  /// The number of running executions, without the waiting ones, as observers know it.
  public var executionsInFlight: Property<Int> { core.property { $0.executionsInFlight.use($1) } }

  /// The policy, as observers know it.
  public var policies: Property<ExecutionPolicy> { core.property { $0.policy.use($1) } }

  /// The fraction of the work that is done, from 0 to 1; `nil` while nothing is executing or has reported a fraction.
  ///
  ///     reports      ---0.2---0.5-0.5--1----
  ///     progress     nil-0.2--0.5------1-nil
  ///
  /// It is the last report of any execution, and starts over when an execution begins. A report that repeats the one
  /// before it in its execution is ignored. To follow several executions, use the ``Execution/progress`` of each.
  public var progress: Property<Double?> { core.property { $0.progress.use($1) } }

  var facts: CommandFacts { core.state.withLock { $0.facts } }

  // MARK: Results

  /// Each execution that starts from now on, as the stream of its values, which completes however the execution ends.
  ///
  /// Each of these streams replays all values, and is delivered on the command's scheduler.
  public var executionSignals: Signal<Signal<Value, Never>, Never> {
    Signal(
      attaching: { [core, scheduler] sink, subscription in
        // An action of the scheduler removes the sink. A scheduler that never runs the action would be kept alive by
        // the sink, so the sink's reference is released on disposal.
        let held = Lock<(any Scheduler)?>(scheduler)
        subscription.add { _ = held.withLock { $0.take() } }
        core.events(of: core.beginnings).attach(
          Sink(
            next: { execution in
              guard let scheduler = held.withLock({ $0 }) else { return }
              sink.next(Execution<Value, Failure>(core: execution).values(on: scheduler))
            }, end: sink.end), to: subscription)
      }, named: "")
  }

  /// The values of all executions from now on.
  public var values: Signal<Value, Never> { core.events(of: core.values).map { $0.value as! Value } }

  /// One value for each execution that completes from now on, and none for failures and cancellations.
  public var completions: Signal<Void, Never> {
    core.events(of: core.ends).compactMap { if case .completed = $0 { () } else { nil } }
  }

  /// The failure of each execution that fails from now on, also of one that began before.
  public var errors: Signal<Failure, Never> {
    core.events(of: core.ends).compactMap {
      if case .failed(.failed(let failure)) = $0 { (failure as! Failure) } else { nil }
    }
  }

  /// One value for each running execution that is cancelled from now on. Waiting executions were not announced.
  public var cancellations: Signal<Void, Never> {
    core.events(of: core.ends).compactMap { if case .failed(.cancelled) = $0 { () } else { nil } }
  }
}

extension Command where Input == Void {
  /// Starts the work, if the command is enabled and its policy allows it. See ``execute(_:)``.
  @discardableResult
  public func execute() -> Execution<Value, Failure> { execute(()) }
}

/// The earlier type of a command's `executing` and `enabled`.
@available(*, unavailable, renamed: "Property")
public typealias CurrentValue<Value: Sendable> = Property<Value>
