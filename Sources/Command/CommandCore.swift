import StreamCore
import Synchronization

/// The truth about a command, and the line through which its observers are told.
///
/// What may start is decided under the lock, in one step with its start; in the same step it is settled who hears of it, and the news joins the line. So
/// observers hear every change since they came, in the order in which it came true. The line brings news to its place one piece at a time:
/// who finds it idle empties it, or schedules its emptying.
@usableFromInline
final class CommandCore: Sendable {
  struct Shared {
    var table: CommandState
    var audience = Audience()
    var isClosed = false

    /// Until the command is gone. A scheduler that is not used any more may be left with an action that keeps the core,
    /// which must not then keep the scheduler. The other places do not go.
    var scheduler: (any Scheduler)?
  }

  /// What waits in the line, and who hears of it.
  enum News: Sendable {
    case state(Snapshot, Listeners)
    /// `startsWork`: it was asked for by an observer who is being told something, so its work waits until this was told.
    case began(Run, Snapshot, startsWork: Bool, states: Listeners, executions: Listeners)
    case value(Carried, Listeners)
    case progress(Double, Listeners)
    case ended(Run.End, Snapshot, ends: Listeners, states: Listeners)
    case closed([Listeners])
  }

  /// News that found the line idle: who offered it has it to deliver, after the lock.
  struct Telling {
    let news: News
    /// Where to, if that has to be scheduled.
    let scheduler: (any Scheduler)?
  }

  let shared: Lock<Shared>
  private let main: MainScheduler?
  private let line = Gate<News>()

  /// The thread that is telling observers. Guard of writing: the line.
  private let teller = Atomic<UInt>(0)

  /// The thread that is starting executions one after another, and those it has still to start. Guard: touched only on that thread.
  private let starter = Atomic<UInt>(0)
  nonisolated(unsafe) private var toStart = Queue<Run>()

  @usableFromInline
  init(_ policy: ExecutionPolicy, _ place: Place) {
    var shared = Shared(table: CommandState(policy.validated()))
    switch place {
    case .caller: main = nil
    case .main(let scheduler): main = scheduler
    case .elsewhere(let scheduler):
      main = nil
      shared.scheduler = scheduler
    }
    self.shared = Lock(shared)
  }

  var isEnabled: Bool { shared.withLock { $0.table.isEnabled } }
  var inFlight: Int { shared.withLock { $0.table.running.count } }

  var policy: ExecutionPolicy {
    get { shared.withLock { $0.table.policy } }
    set { changePolicy { _ in newValue.validated() } }
  }

  // MARK: Changing the truth

  func setCondition(_ holds: Bool) {
    deliver(
      shared.withLock { shared in
        shared.table.conditionHolds = holds
        return offerState(shared)
      })
  }

  func changePolicy(_ change: (ExecutionPolicy) -> ExecutionPolicy) {
    let isNested = isTelling
    let (telling, promoted) = shared.withLock { shared in
      shared.table.policy = change(shared.table.policy)
      let promoted = shared.table.promote()
      let first = offerState(shared)
      return (offer(promoted, isNested, after: first, shared), promoted)
    }
    deliver(telling)
    if !isNested { start(promoted) }
  }

  /// Lets an execution start, or wait, or refuses it.
  ///
  /// - Parameter makeStart: Makes the work, for an execution that does not start now. It is called with the lock held and has nothing to do but
  ///   take hold of the input.
  /// - Returns: whether the work has to be begun, now.
  @usableFromInline
  func accept(_ run: Run, orLater makeStart: () -> @Sendable (Run) -> Void) -> Bool {
    let isNested = isTelling
    let (answer, telling) = shared.withLock { shared in
      let answer = shared.table.accept(run)
      switch answer {
      case .refused: return (answer, Telling?.none)
      case .starts:
        if isNested { run.start = makeStart() }
        return (answer, offerBegan(run, isNested, shared))
      case .waits:
        run.start = makeStart()
        return (answer, offerState(shared))
      }
    }
    switch answer {
    case .refused:
      run.refuse()
      return false
    case .starts(let displaced):
      deliver(telling)
      for other in displaced { other.end(.cancelled) }
      return !isNested && run.isActive
    case .waits(let displaced):
      deliver(telling)
      for other in displaced { other.end(.cancelled) }
      return false
    }
  }

  /// Counts an execution out whose work has been torn down. It sends no values from here on.
  ///
  /// - Returns: those that had waited for it, to be started.
  func finish(_ run: Run, _ end: Run.End) -> [Run] {
    let isNested = isTelling
    let (telling, promoted) = shared.withLock { shared in
      run.isSealed = true
      shared.table.remove(run)
      guard !shared.isClosed else { return (Telling?.none, [Run]()) }
      let promoted = shared.table.promote()
      let first = offerEnded(end, shared)
      return (offer(promoted, isNested, after: first, shared), promoted)
    }
    deliver(telling)
    return isNested ? [] : promoted
  }

  func cancelAll() {
    let (waiting, running, telling) = shared.withLock { shared in
      (shared.table.takeWaiting(), shared.table.running, offerState(shared))
    }
    deliver(telling)
    for run in running + waiting { run.end(.cancelled) }
  }

  /// The command is gone.
  func close() {
    // Released after the lock, those that go on included: they may hold anything.
    let (runs, telling, scheduler) = shared.withLock { shared in
      let telling = offer(.closed(shared.audience.close()), shared)
      shared.isClosed = true
      return (shared.table.close(), telling, shared.scheduler.take())
    }
    _ = scheduler
    deliver(telling)
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

  // MARK: Listening

  /// Those who come during a notice hear the next one first.
  ///
  /// - Returns: the state at that moment.
  @discardableResult
  @usableFromInline
  func add(_ listener: Listener) -> Snapshot {
    let (isOver, snapshot) = shared.withLock { shared in
      if !shared.audience.isOver { shared.audience.add(listener) }
      return (shared.audience.isOver, shared.table.snapshot)
    }
    if isOver {
      if listener.subscription.isActive { listener.end(.completed) }
    } else {
      listener.subscription.add(listener)
    }
    return snapshot
  }

  func remove(_ listener: Listener) {
    let removed = shared.withLock { $0.audience.remove(listener) }
    _ = removed
  }

  // MARK: Telling

  /// Whether this is an observer being told something.
  private var isTelling: Bool { teller.load(ordering: .relaxed) == currentThread }

  /// Puts news in the line, unless the command is gone. Called, like all that offer, with the lock held.
  private func offer(_ news: News, _ shared: borrowing Shared) -> Telling? {
    guard !shared.isClosed, !line.post(news) else { return nil }
    return Telling(news: news, scheduler: shared.scheduler)
  }

  private func offerState(_ shared: borrowing Shared) -> Telling? {
    let states = shared.audience[.state]
    return states.isEmpty ? nil : offer(.state(shared.table.snapshot, states), shared)
  }

  private func offerBegan(_ run: Run, _ isNested: Bool, _ shared: borrowing Shared) -> Telling? {
    let states = shared.audience[.state]
    let executions = shared.audience[.executions]
    if states.isEmpty, executions.isEmpty, !isNested { return nil }
    return offer(
      .began(run, shared.table.snapshot, startsWork: isNested, states: states, executions: executions), shared)
  }

  private func offer(
    _ promoted: [Run], _ isNested: Bool, after first: Telling?, _ shared: borrowing Shared
  ) -> Telling? {
    var first = first
    for run in promoted {
      let telling = offerBegan(run, isNested, shared)
      first = first ?? telling
    }
    return first
  }

  private func offerEnded(_ end: Run.End, _ shared: borrowing Shared) -> Telling? {
    let states = shared.audience[.state]
    let ends: Listeners =
      switch end {
      case .completed: shared.audience[.completions]
      case .failed: shared.audience[.errors]
      case .cancelled, .notEnabled: []
      }
    if states.isEmpty, ends.isEmpty { return nil }
    return offer(.ended(end, shared.table.snapshot, ends: ends, states: states), shared)
  }

  func offerValue(_ value: Carried, _ shared: borrowing Shared) -> Telling? {
    let values = shared.audience[.values]
    return values.isEmpty ? nil : offer(.value(value, values), shared)
  }

  func offerProgress(_ fraction: Double, _ shared: borrowing Shared) -> Telling? {
    let progress = shared.audience[.progress]
    return progress.isEmpty ? nil : offer(.progress(fraction, progress), shared)
  }

  /// Empties the line, here or where observers are told. Called without the lock.
  func deliver(_ telling: Telling?) {
    guard let telling else { return }
    if let scheduler = telling.scheduler {
      let turn = Turn(self, telling.news)
      scheduler.schedule { turn.take() }
    } else if let main, !main.isHere {
      let turn = Turn(self, telling.news)
      main.schedule { turn.take() }
    } else {
      empty(telling.news)
    }
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
      if !wasTaken.load(ordering: .relaxed) { core.drop(first) }
    }

    func take() {
      wasTaken.store(true, ordering: .relaxed)
      core.empty(first)
    }
  }

  private func empty(_ first: News) {
    var toStart: [Run] = []
    tell(first, &toStart)
    line.leave { tell($0, &toStart) }
    start(toStart)
  }

  private func tell(_ news: News, _ toStart: inout [Run]) {
    teller.store(currentThread, ordering: .relaxed)
    switch news {
    case .state(let snapshot, let states): notify(states, .state(snapshot))
    case .began(let run, let snapshot, let startsWork, let states, let executions):
      notify(states, .state(snapshot))
      notify(executions, .execution(run))
      if startsWork { toStart.append(run) }
    case .value(let value, let values): notify(values, .value(value))
    case .progress(let fraction, let progress): notify(progress, .progress(fraction))
    case .ended(let end, let snapshot, let ends, let states):
      switch end {
      case .completed: notify(ends, .completed)
      case .failed(let failure): notify(ends, .failed(failure))
      case .cancelled, .notEnabled: break
      }
      notify(states, .state(snapshot))
    case .closed(let everyone): finish(everyone)
    }
    teller.store(0, ordering: .relaxed)
  }

  private func finish(_ everyone: [Listeners]) {
    for listener in everyone.joined() where listener.subscription.isActive { listener.end(.completed) }
  }

  /// Whoever still listens listens to a scheduler that lets go of its actions; the end is all that can be told.
  private func drop(_ first: News) {
    if case .closed(let everyone) = first { finish(everyone) }
    line.leave { news in
      if case .closed(let everyone) = news { finish(everyone) }
    }
  }
}
