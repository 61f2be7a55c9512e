public import StreamCore
import Synchronization

/// The truth about a command, and the line through which its observers are told.
///
/// What may start is decided under the lock, in one step with its start; in the same step the news joins the line, so observers hear every change, in the
/// order in which it came true. The line brings news to the scheduler one piece at a time: who finds it idle schedules its emptying.
@usableFromInline
final class CommandCore: Sendable {
  /// News that found the line idle: who offered it has it to deliver, after the lock.
  private struct Telling {
    let news: News
    let scheduler: any Scheduler
  }

  /// What waits in the line.
  private enum News: Sendable {
    case state(Snapshot)
    /// `startsWork`: it was asked for by an observer who is being told something, so its work waits until this was told.
    case began(Run, Snapshot, startsWork: Bool)
    case value(Carried, Run)
    case ended(Run, Run.End, Snapshot)
    case closed
  }

  @usableFromInline let audience = Audience()
  private let state: Lock<CommandState>
  private let line = Gate<News>()
  private let isClosed = Atomic(false)

  /// The thread that is telling observers.
  private let teller = Atomic<UInt>(0)

  /// The thread that is starting executions one after another, and those it has still to start. Guard: touched only on that thread.
  private let starter = Atomic<UInt>(0)
  nonisolated(unsafe) private var toStart = Queue<Run>()

  @usableFromInline
  init(_ policy: ExecutionPolicy, _ scheduler: any Scheduler) {
    state = Lock(CommandState(policy.validated(), scheduler))
  }

  /// Whoever still listens listens to a scheduler that dropped its actions.
  deinit { audience.finish() }

  var snapshot: Snapshot { state.withLock { $0.snapshot } }
  var isEnabled: Bool { state.withLock { $0.isEnabled } }
  var inFlight: Int { state.withLock { $0.running.count } }

  var policy: ExecutionPolicy {
    get { state.withLock { $0.policy } }
    set { changePolicy { _ in newValue.validated() } }
  }

  // MARK: Changing the truth

  func setCondition(_ holds: Bool) {
    let first = state.withLock { state in
      state.conditionHolds = holds
      return offer(.state(state.change()), state)
    }
    deliver(first)
  }

  func changePolicy(_ change: (ExecutionPolicy) -> ExecutionPolicy) {
    let isNested = isTelling
    let (first, promoted) = state.withLock { state in
      state.policy = change(state.policy)
      let promoted = state.promote()
      let first = offer(.state(state.change()), state)
      return (offer(promoted, isNested, first, state), promoted)
    }
    deliver(first)
    if !isNested { start(promoted) }
  }

  /// Starts an execution now, or lets it wait, or refuses it.
  @usableFromInline
  func execute(_ work: @escaping @Sendable (Run) -> Void) -> Run {
    let run = Run(of: self, start: work)
    let isNested = isTelling
    let (answer, first) = state.withLock { state in
      let answer = state.accept(run)
      switch answer {
      case .refused: return (answer, Telling?.none)
      case .starts: return (answer, offer(.began(run, state.change(), startsWork: isNested), state))
      case .waits: return (answer, offer(.state(state.change()), state))
      }
    }
    switch answer {
    case .refused: run.refuse()
    case .starts(let displaced):
      for other in displaced { other.end(.cancelled) }
      deliver(first)
      if !isNested { run.begin() }
    case .waits(let displaced):
      deliver(first)
      for other in displaced { other.end(.cancelled) }
    }
    return run
  }

  /// Counts an execution out whose work has been torn down.
  ///
  /// - Returns: those that had waited for it, to be started.
  func finish(_ run: Run, _ end: Run.End) -> [Run] {
    guard !isClosed.load(ordering: .acquiring) else { return [] }
    let isNested = isTelling
    let (first, promoted) = state.withLock { state in
      state.remove(run)
      guard !state.isClosed else { return (Telling?.none, [Run]()) }
      let promoted = state.promote()
      let first = offer(.ended(run, end, state.change()), state)
      return (offer(promoted, isNested, first, state), promoted)
    }
    deliver(first)
    return isNested ? [] : promoted
  }

  func cancelAll() {
    let (waiting, running, first) = state.withLock { state in
      (state.takeWaiting(), state.running, offer(.state(state.change()), state))
    }
    deliver(first)
    for run in running + waiting { run.end(.cancelled) }
  }

  /// The command is gone.
  func close() {
    isClosed.store(true, ordering: .releasing)
    // Released after the lock, those that go on included: they may hold anything.
    let (runs, first, scheduler) = state.withLock { state in
      let runs = state.close()
      let first = offer(.closed, state)
      return (runs, first, state.scheduler.take())
    }
    _ = scheduler
    deliver(first)
    for run in runs.cancelled { run.end(.cancelled) }
  }

  /// Starts executions one after another: one that ends at once and makes room for the next does so from inside, and a million of them must not
  /// be a million deep.
  func start(_ runs: [Run]) {
    guard !runs.isEmpty else { return }
    let thread = currentThread
    let found = starter.compareExchange(expected: 0, desired: thread, ordering: .acquiringAndReleasing)
    guard found.exchanged || found.original == thread else { return runs.forEach { $0.begin() } }
    for run in runs { toStart.append(run) }
    guard found.exchanged else { return }
    while let run = toStart.popFirst() { run.begin() }
    starter.store(0, ordering: .releasing)
  }

  // MARK: Telling

  func tell(_ value: Carried, of run: Run) {
    deliver(state.withLock { offer(.value(value, run), $0) })
  }

  /// Whether this is an observer being told something.
  private var isTelling: Bool { teller.load(ordering: .relaxed) == currentThread }

  /// Puts news in the line, unless the command is gone. Called with the lock held.
  private func offer(_ news: News, _ state: CommandState) -> Telling? {
    guard let scheduler = state.scheduler, !line.post(news) else { return nil }
    return Telling(news: news, scheduler: scheduler)
  }

  private func offer(_ promoted: [Run], _ isNested: Bool, _ first: Telling?, _ state: CommandState) -> Telling? {
    promoted.reduce(first) { first, run in
      let telling = offer(.began(run, state.snapshot, startsWork: isNested), state)
      return first ?? telling
    }
  }

  private func deliver(_ telling: Telling?) {
    guard let telling else { return }
    let turn = Turn(self, telling.news)
    telling.scheduler.schedule { turn.take() }
  }

  /// One emptying of the line, from its scheduling on.
  private final class Turn: Sendable {
    private let core: CommandCore
    private let first: News
    private let wasTaken = Atomic(false)

    init(_ core: CommandCore, _ first: News) {
      self.core = core
      self.first = first
    }

    /// The scheduler let go of it. What is in the line knows executions, they know the core, and nobody would ever empty it.
    deinit {
      if !wasTaken.load(ordering: .relaxed) { core.line.leave { _ in } }
    }

    func take() {
      wasTaken.store(true, ordering: .relaxed)
      core.emptyLine(first)
    }
  }

  private func emptyLine(_ first: News) {
    let thread = currentThread
    teller.store(thread, ordering: .relaxed)
    var toStart: [Run] = []
    tell(first, &toStart)
    line.leave { tell($0, &toStart) }
    // Another thread may be telling by now.
    _ = teller.compareExchange(expected: thread, desired: 0, ordering: .relaxed)
    start(toStart)
  }

  private func tell(_ news: News, _ toStart: inout [Run]) {
    switch news {
    case .state(let snapshot): audience.send(.state(snapshot))
    case .began(let run, let snapshot, let startsWork):
      audience.send(.state(snapshot))
      audience.send(.execution(run))
      if startsWork { toStart.append(run) }
    case .value(let value, let run):
      // Another thread may have cancelled the execution while this value was on its way.
      if !run.endWasTold { audience.send(.value(value)) }
    case .ended(let run, let end, let snapshot):
      run.endWasTold = true
      switch end {
      case .completed: audience.send(.completed)
      case .failed(let failure): audience.send(.failed(failure))
      case .cancelled, .notEnabled: break
      }
      audience.send(.state(snapshot))
    case .closed: audience.finish()
    }
  }
}
