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
    var elsewhere: Elsewhere?
  }

  /// A scheduler as an object: an existential is copied by calls, and this is copied with every piece of news.
  final class Elsewhere: Sendable {
    let scheduler: any Scheduler
    init(_ scheduler: any Scheduler) { self.scheduler = scheduler }
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

  /// News that found the line idle: who offered it has it to deliver, after the lock. It is not copied on its way there, which would count all
  /// that is in it.
  struct Telling: ~Copyable {
    let news: News
    /// Where to, if that has to be scheduled.
    let elsewhere: Elsewhere?
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
      shared.elsewhere = Elsewhere(scheduler)
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
    var telling = Telling?.none
    shared.withLock { shared in
      shared.table.conditionHolds = holds
      telling = offerState(shared)
    }
    deliver(telling)
  }

  func changePolicy(_ change: (ExecutionPolicy) -> ExecutionPolicy) {
    let isNested = isTelling
    var telling = Telling?.none
    let promoted = shared.withLock { shared in
      shared.table.policy = change(shared.table.policy)
      let promoted = shared.table.promote()
      telling = offer(promoted, isNested, after: offerState(shared), shared)
      return promoted
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
    var telling = Telling?.none
    let answer = shared.withLock { shared in
      let answer = shared.table.accept(run)
      switch answer {
      case .refused: break
      case .starts:
        if isNested { run.start = makeStart() }
        telling = offerBegan(run, isNested, shared)
      case .waits:
        run.start = makeStart()
        telling = offerState(shared)
      }
      return answer
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
    var telling = Telling?.none
    let promoted = shared.withLock { shared in
      run.isSealed = true
      shared.table.remove(run)
      guard !shared.isClosed else { return [Run]() }
      let promoted = shared.table.promote()
      telling = offer(promoted, isNested, after: offerEnded(end, shared), shared)
      return promoted
    }
    deliver(telling)
    return isNested ? [] : promoted
  }

  func cancelAll() {
    var telling = Telling?.none
    let runs = shared.withLock { shared in
      let waiting = shared.table.takeWaiting()
      telling = offerState(shared)
      return shared.table.running + waiting
    }
    deliver(telling)
    for run in runs { run.end(.cancelled) }
  }

  /// The command is gone.
  func close() {
    // Released after the lock, those that go on included: they may hold anything.
    var telling = Telling?.none
    let (runs, elsewhere) = shared.withLock { shared in
      let everyone = shared.audience.close()
      telling = offer(.closed(everyone), shared)
      shared.isClosed = true
      return (shared.table.close(), shared.elsewhere.take())
    }
    _ = elsewhere
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
  private func offer(_ news: @autoclosure () -> News, _ shared: borrowing Shared) -> Telling? {
    guard !shared.isClosed else { return nil }
    if !line.enter(), line.post(news()) { return nil }
    return Telling(news: news(), elsewhere: shared.elsewhere)
  }

  private func offerState(_ shared: borrowing Shared) -> Telling? {
    let states = shared.audience[.state]
    if states.isEmpty { return nil }
    return offer(.state(shared.table.snapshot, states), shared)
  }

  private func offerBegan(_ run: Run, _ isNested: Bool, _ shared: borrowing Shared) -> Telling? {
    let states = shared.audience[.state]
    let executions = shared.audience[.executions]
    if states.isEmpty, executions.isEmpty, !isNested { return nil }
    return offer(
      .began(run, shared.table.snapshot, startsWork: isNested, states: states, executions: executions), shared)
  }

  private func offer(
    _ promoted: [Run], _ isNested: Bool, after first: consuming Telling?, _ shared: borrowing Shared
  ) -> Telling? {
    for run in promoted {
      if let telling = offerBegan(run, isNested, shared) { first = .some(consume telling) }
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
    if values.isEmpty { return nil }
    return offer(.value(value, values), shared)
  }

  func offerProgress(_ fraction: Double, _ shared: borrowing Shared) -> Telling? {
    let progress = shared.audience[.progress]
    if progress.isEmpty { return nil }
    return offer(.progress(fraction, progress), shared)
  }

  /// Empties the line, here or where observers are told. Called without the lock.
  func deliver(_ telling: consuming Telling?) {
    guard let telling else { return }
    if let elsewhere = telling.elsewhere {
      let turn = Turn(self, telling.news)
      elsewhere.scheduler.schedule { turn.take() }
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
