import StreamCore
import StreamTracing
import Subjects
import StreamPrimitives

/// The state of a command, and the queue of what its observers are to be told.
///
/// What may start is decided under the lock, in one step with its start, and in the same step its announcement is
/// posted at the gate `announcements`. So observers hear every change in the order in which it came true. Who finds
/// that gate idle tells them, here or on the command's scheduler (`Announcing.swift`).
final class CommandCore: Gated {
  let state: Lock<CommandState>
  let announcements = Gate<Announcement>()

  // What observers are told.
  let states = Subject<Snapshot, Never>()
  let beginnings = Subject<ExecutionCore, Never>()
  let values = Subject<any Sendable, Never>()
  let reports = Subject<Double, Never>()
  let ends = Subject<ExecutionCore.End, Never>()

  /// The scheduler on which observers are told. `nil` when the command was released: a scheduler that runs nothing any
  /// more may retain an action, and the action retains this. Guard: the lock.
  @exclusivity(unchecked) nonisolated(unsafe) private(set) var scheduler: (any Scheduler)?

  /// Whether the scheduler would run an action at once: then none is made, since that would be an object.
  let isHere: @Sendable () -> Bool

  /// The thread that is telling observers. Guard of writing: the gate of announcements.
  let teller = Atomic<UInt>(0)

  /// The gate at which executions begin that have waited: a queue, since one that ends at once makes room for the next,
  /// and a million of them must not be a million deep.
  let gate = Gate<ExecutionCore>()

  /// Where the command was made.
  let callSite: CallSite

  init(_ policy: ExecutionPolicy, _ scheduler: any Scheduler, _ callSite: CallSite) {
    self.callSite = callSite
    self.scheduler = scheduler
    isHere =
      switch scheduler {
      case let main as MainScheduler: { main.isHere }
      case is ImmediateScheduler: { true }
      default: { false }
      }
    state = Lock(CommandState(policy.validated()))
  }

  var snapshot: Snapshot { state.withLock { $0.snapshot } }

  /// Lets an execution start, or wait, or refuses it.
  func accept(_ execution: ExecutionCore) {
    let (displaced, starting, _) = change { $0.accept(execution) }
    if Trace.isOn { noteAccepted(execution, isRefused: displaced == nil) }
    guard let displaced else { return execution.end(.failed(.notEnabled)) }
    for other in displaced { other.end(.failed(.cancelled)) }
    for execution in starting { execution.begin() }
  }

  /// Changes the state. What waits and finds room now starts.
  func update<Result>(_ step: (inout CommandState) -> Result) -> Result {
    let (result, starting, _) = change(step)
    begin(starting)
    return result
  }

  /// Removes an execution whose work was disposed. Those that waited for its place begin when its handle has ended.
  func finish(_ execution: ExecutionCore) {
    if Trace.isOn { noteEnded(execution) }
    let (hadStarted, starting, isNested) = change(ending: execution) { $0.remove(execution) }
    if !isNested || !hadStarted { execution.settle() }
    if !hadStarted { execution.releaseValues() }
    begin(starting)
  }

  /// Changes the state, in one step with announcing that.
  ///
  /// - Returns: also what has to begin now, and whether it was an observer who asked for it, from inside what it is
  ///   being told: then that follows when all observers have been told.
  private func change<Result>(
    ending execution: ExecutionCore? = nil, _ step: (inout CommandState) -> Result
  ) -> (result: Result, starting: [ExecutionCore], isNested: Bool) {
    let isNested = teller.load(ordering: .relaxed) == currentThread
    return announcing { state, announcement in
      let ended = execution?.stage == .running ? execution : nil
      let result = step(&state)
      let started = state.promote()
      announcement = .change(state.snapshot, ended: ended, started: started, isNested: isNested)
      return (result, isNested ? [] : started, isNested)
    }
  }

  /// Begins executions in order. Each counts as work of the thread that called `execute`, not of this one.
  func begin(_ executions: [ExecutionCore]) {
    for execution in executions { admit(execution, from: execution.thread) }
  }

  func handle(_ execution: ExecutionCore) { execution.begin() }

  /// The command is gone.
  func close() {
    let subjects: [any SubjectProtocol] = [states, beginnings, values, reports, ends]
    announcing { $1 = .step { subjects.forEach { $0.complete() } } }
    // Released after the lock, those that go on included: they may own anything.
    let (_, executions) = state.withLock { (scheduler.take(), $0.close()) }
    for execution in executions.cancelled { execution.end(.failed(.cancelled)) }
  }
}
