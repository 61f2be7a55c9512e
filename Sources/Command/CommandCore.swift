import StreamCore
import StreamTracing
import Subjects
import StreamPrimitives

/// The truth about a command, and the queue through which its observers are told.
///
/// What may start is decided under the lock, in one step with its start, and in the same step its announcement joins
/// the queue. So observers hear every change in the order in which it came true. Who finds the queue idle drains it,
/// here or on the command's scheduler (`Announcing.swift`).
final class CommandCore: Gated {
  struct Shared {
    var state: CommandState

    /// Where observers are told, until the command is gone. A scheduler that is not used any more may be left with an
    /// action that keeps the core, which must not then keep the scheduler.
    var place: Place?
    var announcements = Queue<Announced>()
    var isDraining = false

    /// Puts something in the queue; who has the lock drains it afterwards, if nobody does.
    mutating func announce(_ announcement: Announcement) {
      if place != nil { announcements.append(Announced(announcement)) }
    }
  }

  /// A scheduler as one function: as it is, it is an existential, which every look at the truth would copy.
  struct Place {
    typealias Schedule = @Sendable (@escaping @Sendable () -> Void) -> Void

    let schedule: Schedule

    /// The same, but never at once: for a drain that has told enough for others.
    let goOn: Schedule
  }

  let shared: Lock<Shared>
  let states = Subject<Snapshot, Never>()
  let events = Subject<Announcement, Never>()

  /// Whether this is where observers are told, now. The schedulers that would run an action at once are not given one,
  /// which would be an object.
  let isHere: @Sendable () -> Bool

  /// What was taken from the queue to be told. Guard: touched only by who drains it.
  nonisolated(unsafe) var taken = Queue<Announced>()
  let access = AccessCheck()

  /// The thread that is telling observers. Guard of writing: the queue.
  let teller = Atomic<UInt>(0)

  /// Where executions begin that have waited. One that ends at once makes room for the next, and a million of them must
  /// not be a million deep.
  let gate = Gate<ExecutionState>()

  /// Where the command was made.
  let callSite: CallSite

  init(_ policy: ExecutionPolicy, _ scheduler: any Scheduler, _ callSite: CallSite) {
    self.callSite = callSite
    let schedule: Place.Schedule = { scheduler.schedule($0) }
    let goOn: Place.Schedule
    switch scheduler {
    case let main as MainScheduler:
      isHere = { main.isHere }
      goOn = { hop(to: MainActor.shared, $0) }
    case is ImmediateScheduler:
      isHere = { true }
      goOn = { runElsewhere($0) }
    default:
      isHere = { false }
      goOn = schedule
    }
    shared = Lock(
      Shared(state: CommandState(policy.validated()), place: Place(schedule: schedule, goOn: goOn)))
  }

  /// Looks at the truth, or changes it; what was announced with that is delivered after the lock.
  func withLock<Result>(_ body: (inout Shared) -> Result) -> Result {
    let (result, isIdle, place) = shared.withLock { shared in
      let place = shared.place
      let result = body(&shared)
      let isIdle = !shared.isDraining && !shared.announcements.isEmpty
      if isIdle { shared.isDraining = true }
      return (result, isIdle, place)
    }
    if isIdle { deliver(in: place) }
    return result
  }

  // MARK: Changing the truth

  /// Lets an execution start, or wait, or refuses it.
  func accept(_ execution: ExecutionState) {
    let (displaced, starting, isNested) = change { $0.accept(execution) }
    if Trace.isOn { noteAccepted(execution, isRefused: displaced == nil) }
    guard let displaced else { return execution.end(.failed(.notEnabled)) }
    for other in displaced { other.end(.failed(.cancelled)) }
    if !isNested { starting.forEach { $0.begin() } }
  }

  /// Changes the state. What waits and finds room now starts.
  func update<Result>(_ step: (inout CommandState) -> Result) -> Result {
    let (result, starting, isNested) = change(step)
    if !isNested { begin(starting) }
    return result
  }

  /// Counts an execution out whose work has been torn down. Those that had waited for that begin when the handle has
  /// ended.
  func finish(_ execution: ExecutionState, _ end: ExecutionState.End) {
    let hasStarted = execution.hasStarted
    if Trace.isOn { noteEnded(execution, end) }
    let (_, starting, isNested) = change(ending: hasStarted ? (execution, end) : nil) { $0.remove(execution) }
    if !isNested || !hasStarted { execution.settle(end) }
    if !isNested { begin(starting) }
  }

  /// Changes the state, in one step with announcing that.
  ///
  /// - Returns: also what starts with that, and whether it was an observer who asked for it, from inside what it is
  ///   being told: then what follows waits until all observers have been told.
  private func change<Result>(
    ending: (execution: ExecutionState, end: ExecutionState.End)? = nil, _ step: (inout CommandState) -> Result
  ) -> (result: Result, starting: [ExecutionState], isNested: Bool) {
    withLock { shared in
      let result = step(&shared.state)
      let starting = shared.state.promote()
      let isNested = shared.place != nil && teller.load(ordering: .relaxed) == currentThread
      if let ending { shared.announce(.ended(ending.end)) }
      shared.announce(.state(shared.state.snapshot))
      if let ending, isNested { shared.announce(.step { ending.execution.settle(ending.end) }) }
      for execution in starting { shared.announce(.began(execution, begins: isNested)) }
      return (result, starting, isNested)
    }
  }

  /// Begins executions one after another.
  func begin(_ executions: [ExecutionState]) {
    for execution in executions {
      // What it makes room for is work for whoever has asked for that, not for this thread.
      if gate.post(execution, from: execution.thread) {
        takeOver()
      } else {
        handle(execution)
        leave()
      }
    }
  }

  func handle(_ execution: ExecutionState) { execution.begin() }

  /// The command is gone.
  func close() {
    // Released after the lock, those that go on included: they may hold anything.
    let executions = withLock { shared in
      shared.announce(.closed)
      shared.place = nil
      return shared.state.close()
    }
    for execution in executions.cancelled { execution.end(.failed(.cancelled)) }
  }
}
