import StreamCore
import StreamPrimitives
import StreamTracing
import Subjects

/// The state of a command, and the queue of the notifications that follow from its changes.
///
/// A change of the state and the announcement of it are one step under the lock. So observers are notified of every
/// change, in the order of the changes. The thread that finds the gate `announcements` idle drains it, or schedules
/// that on the command's scheduler (`Announcing.swift`).
final class CommandCore: Gated {
  let state: Lock<CommandState>
  let announcements = Gate<Announcement>()

  // The sources of the command's streams. Only the thread that drains `announcements` touches them, so it delivers
  // without entering their gates.
  let beginnings = Subject<ExecutionCore, Never>()
  let values = Subject<SentValue, Never>()
  let ends = Subject<ExecutionCore.End, Never>()

  /// The scheduler on which observers are notified. It is `nil` when the command was released: a scheduler may retain
  /// an action that it never runs, and the action retains this object.
  ///
  /// Guarded by: the lock of `state`.
  @exclusivity(unchecked) nonisolated(unsafe) private(set) var scheduler: (any Scheduler)?

  /// Whether `.main` or `.immediate` would run an action now. Then this thread notifies observers itself.
  let isHere: @Sendable () -> Bool

  /// The thread that notifies observers; 0 while none does.
  ///
  /// Only the draining thread of `announcements` writes it. Any thread may compare it with its own number, which only
  /// that thread itself can have stored.
  let notifier = Atomic<UInt>(0)

  /// The gate that begins queued executions, one after another.
  ///
  /// An execution that ends in its own body starts the next one inside that call. Without a queue, a million executions
  /// would need the stack of a million calls. Without the budget of a gate, a caller would begin executions of other
  /// threads for as long as these threads call `execute`.
  let gate = Gate<ExecutionCore>()

  /// Where the command was created.
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

  /// Announces changes from now on.
  func open() { state.withLock { $0.properties = CommandProperties($0.facts) } }

  /// Starts, enqueues or refuses an execution, and cancels those that the policy displaces.
  ///
  /// The caller begins the execution itself, even while another thread drains `gate`. An execution that has waited, or
  /// that belongs to a nested change, passes the gate.
  func accept(_ execution: ExecutionCore) {
    let (displaced, starting, _) = change { $0.accept(execution) }
    if Trace.isOn { recordAccepted(execution, isRefused: displaced == nil) }
    guard let displaced else { return execution.end(.failed(.notEnabled)) }
    for other in displaced { other.end(.failed(.cancelled)) }
    for execution in starting { execution.begin() }
  }

  /// Changes the state. Waiting executions start, as far as the policy allows them now.
  func update<Result>(_ step: (inout CommandState) -> Result) -> Result {
    let (result, starting, _) = change(step)
    begin(starting)
    return result
  }

  /// Removes an execution whose work was disposed. The executions that waited for its place begin when its handle has
  /// ended.
  ///
  /// The announcement of the beginning counts as a handle, which it releases when it is delivered. An execution that
  /// never ran has no such announcement, so this method releases the handle.
  func finish(_ execution: ExecutionCore) {
    if Trace.isOn { recordEnd(execution) }
    let (hadStarted, starting, isNested) = change(ending: execution) { $0.remove(execution) }
    if !isNested || !hadStarted { execution.endHandle() }
    if !hadStarted { execution.releaseValues() }
    begin(starting)
  }

  /// Changes the state, promotes waiting executions, and announces the difference, if there is one.
  ///
  /// - Returns: The executions to begin now, and whether the change is nested (see ``Announcement``): then the draining
  ///   thread begins them later.
  private func change<Result>(
    ending execution: ExecutionCore? = nil, _ step: (inout CommandState) -> Result
  ) -> (result: Result, starting: [ExecutionCore], isNested: Bool) {
    let isNested = notifier.load(ordering: .relaxed) == currentThread
    return announcing { state in
      let ended = execution?.stage == .running ? execution : nil
      let before = state.facts
      let result = step(&state)
      let started = state.promote()
      let isAnnounced = state.properties != nil && (ended != nil || !started.isEmpty || state.facts != before)
      let change = Announcement.change(state.facts, ended: ended, started: started, isNested: isNested)
      return ((result, isNested ? [] : started, isNested), isAnnounced ? change : nil)
    }
  }

  /// Begins executions in order. Each is queued as an item of the thread that called `execute`, so it uses the budget
  /// of any other thread that begins it.
  func begin(_ executions: [ExecutionCore]) {
    for execution in executions { enqueue(execution, from: execution.thread) }
  }

  func deliver(_ execution: ExecutionCore) { execution.begin() }

  /// Ends the streams of a command that is released, and cancels its waiting executions. Under `.latest` it cancels the
  /// running ones, too.
  func close() {
    announce {
      self.endProperties()
      self.beginnings.complete()
      self.values.complete()
      self.ends.complete()
    }
    // The scheduler and all executions are released without the lock, because that may run user code.
    let (_, executions) = state.withLock { (scheduler.take(), $0.close()) }
    for execution in executions.cancelled { execution.end(.failed(.cancelled)) }
  }
}
