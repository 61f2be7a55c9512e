/// One run of a program: its threads, of which one has the baton and runs, while all others wait for it.
///
/// A thread that arrives at an operation says so; who goes on is decided there, and who has the baton next performs the
/// operation at which it has arrived. Opening a lock is no such place: what another thread could do just before it can
/// be done just after it as well.
///
/// It is touched only by who has the baton.
package final class Execution {
  /// Tells the objects' memories of other executions from those of this one.
  let number: UInt64
  let limits: Limits
  private let strategy: any Strategy
  private(set) var threads: [LogicalThread] = []

  /// Where the first failure ends the exploration, threads go on until they are over, one after another.
  private enum Mode { case exploring, finishing, abandoned }
  private var mode = Mode.exploring

  private(set) var failure: Fault?
  private(set) var isPruned = false
  private(set) var steps = 0

  /// The choices that were made, and how many there were.
  private(set) var schedule = Schedule([:])
  private var decisionCount = 0
  private var objectCount = 0

  /// The objects of this execution that are alive, by their number.
  private var living: [Int: String] = [:]

  /// What all sequentially consistent operations agree about.
  var totalOrder = VectorClock()
  private var expiriesLeft: Int

  /// What the process has one of otherwise, and what happened before it was made.
  private var own: [ObjectIdentifier: (object: AnyObject, clock: VectorClock)] = [:]
  private var isRecording: Bool
  private(set) var events: [Event] = []
  private let crew: Crew

  init(_ number: UInt64, _ strategy: any Strategy, _ limits: Limits, _ crew: Crew, isRecording: Bool) {
    self.number = number
    self.strategy = strategy
    self.limits = limits
    self.crew = crew
    self.isRecording = isRecording
    expiriesLeft = limits.expiries
  }

  // MARK: Running

  /// Runs a program once, on the caller and as many other threads as it starts.
  func run(_ body: (Program) -> Void) {
    let main = LogicalThread(0, self)
    threads = [main]
    main.during {
      let program = Program()
      body(program)
      for work in program.takeThreads() { start(work, after: main) }
      joinAll(main)
      for check in program.takeChecks() where mode == .exploring { check() }
      joinAll(main)
      own = [:]
    }
    if mode == .exploring, limits.findsLeaks, !living.isEmpty {
      let left = living.sorted { $0.key < $1.key }.map { "\($0.value) #\($0.key)" }
      fail(.leak("alive when all is over: \(left.joined(separator: ", "))"))
    }
    if mode != .abandoned { threads = [] }
  }

  /// Starts a thread, which runs when it is given the baton.
  package func start(_ work: @escaping () -> Void, after parent: LogicalThread) {
    precondition(
      threads.count < VectorClock.mostThreads, "A program has at most \(VectorClock.mostThreads - 1) threads.")
    let thread = LogicalThread(threads.count, self)
    thread.clock = parent.clock
    thread.tick()
    parent.tick()
    threads.append(thread)
    // The worker lets go of the work before the thread is over: what it holds may have something to say.
    var held: (() -> Void)? = work
    let worker = crew.take()
    worker.start {
      thread.waitForBaton()
      thread.during {
        held?()
        held = nil
      }
      self.crew.giveBack(worker)
      self.finish(thread)
    }
  }

  private func finish(_ thread: LogicalThread) {
    thread.isFinished = true
    noteProgress(of: thread)
    handOver(from: thread)
  }

  private func joinAll(_ main: LogicalThread) {
    guard mode != .abandoned, threads.contains(where: { $0 !== main && !$0.isFinished }) else { return }
    arrive(main, at: Operation(kind: .join, object: 0))
    guard mode != .abandoned else { return }
    for thread in threads { main.clock.join(thread.clock) }
  }

  // MARK: Steps

  /// Waits until it is this thread's turn to perform an operation.
  func arrive(_ thread: LogicalThread, at operation: Operation) {
    thread.pending = operation
    steps += 1
    guard threads.count > 1, mode != .abandoned else { return }
    if thread.isAtTheEndOfItsRun() {
      for other in threads where other !== thread && !other.isFinished { thread.goesAfter.insert(other.index) }
    }
    if mode == .exploring, steps > limits.steps {
      fail(.livelock("\(limits.steps) steps were taken, and it is not over"))
    }
    handOver(from: thread)
    thread.isSpinning = false
  }

  /// Decides who goes on, and waits if that is another thread.
  private func handOver(from thread: LogicalThread) {
    guard let next = chooseNext(from: thread) else { return abandon(thread) }
    guard next !== thread else { return }
    next.beginRun()
    for other in threads { other.goesAfter.remove(next.index) }
    next.giveBaton()
    if !thread.isFinished { thread.waitForBaton() }
  }

  private func chooseNext(from thread: LogicalThread) -> LogicalThread? {
    var able = threads.filter { !$0.isFinished && canGoOn($0) }
    if able.isEmpty {
      let waiting = threads.filter { !$0.isFinished && $0.pending.isWaiting }
      if mode == .exploring { fail(.deadlock(describe(waiting))) }
      return nil
    }
    let eager = able.filter { thread in
      !thread.isSpinning && !able.contains { thread.goesAfter.contains($0.index) }
    }
    if !eager.isEmpty { able = eager }
    let canStay = able.contains { $0 === thread }
    if mode == .finishing { return finishing(thread, able, canStay) }
    if thread.isSpinning || thread.goesAfter.bits != 0 { strategy.noteSpinning(thread.index) }
    var order = able.map(\.index)
    if canStay, let place = order.firstIndex(of: thread.index) {
      order.remove(at: place)
      order.insert(thread.index, at: 0)
    }
    let options = Options(threads: order, isPreemption: canStay)
    guard let chosen = decide(options) else {
      isPruned = true
      mode = .finishing
      return finishing(thread, able, canStay)
    }
    return threads[order[chosen]]
  }

  /// A thread has done something that another may wait for.
  func noteProgress(of thread: LogicalThread) {
    for other in threads where other !== thread { other.isSpinning = false }
  }

  private func canGoOn(_ thread: LogicalThread) -> Bool {
    switch thread.pending.kind {
    case .join: threads.allSatisfy { $0.isFinished || $0 === thread }
    case .lock: thread.awaitedLock?.holder == nil
    case .wait(let canTimeOut): (canTimeOut || thread.isAnnounced) && thread.awaitedLock?.holder == nil
    default: true
    }
  }

  private func decide(_ options: Options) -> Int? {
    let chosen = strategy.choose(options, at: steps) { self.threads[$0].pending }
    guard let chosen, options.count > 1 else { return chosen }
    if chosen > 0 { schedule.choices[decisionCount] = chosen }
    decisionCount += 1
    return chosen
  }

  /// Chooses among values: 0 is what a thread finds that sees everything.
  func chooseValue(_ count: Int) -> Int {
    guard count > 1, mode == .exploring, threads.count > 1 else { return 0 }
    return decide(Options(values: count)) ?? 0
  }

  /// Whether the time of a deliverer is over: a choice, as often as the limits say.
  package func expires() -> Bool {
    guard expiriesLeft > 0, chooseValue(2) == 1 else { return false }
    expiriesLeft -= 1
    return true
  }

  // MARK: Failing

  /// Takes note of what is wrong; the threads go on until they are over.
  func fail(_ fault: Fault) {
    guard mode == .exploring else { return }
    failure = fault
    mode = .finishing
    isRecording = false
    steps = 0
  }

  /// Threads take turns, so that those that wait for others come to an end. Those that do not are left where they are.
  private func finishing(_ thread: LogicalThread, _ able: [LogicalThread], _ canStay: Bool) -> LogicalThread? {
    guard steps <= 4 * limits.steps else { return nil }
    if canStay, steps % 16 != 0 { return thread }
    return able.first { $0.index > thread.index } ?? able[0]
  }

  /// Nobody can go on. The first thread does, without the others, which stay where they are for ever.
  private func abandon(_ thread: LogicalThread) {
    mode = .abandoned
    if thread.index == 0 { return }
    threads[0].giveBaton()
    if !thread.isFinished { thread.waitForBaton() }
  }

  private func describe(_ waiting: [LogicalThread]) -> String {
    waiting.map { "thread \($0.index) waits for #\($0.pending.object)" }.joined(separator: ", ")
  }

  // MARK: Objects and events

  /// What this execution has in the place of something of which the process has one. As with a global, that it was made
  /// happened before it is used.
  package func own(_ object: AnyObject, for thread: LogicalThread) -> AnyObject? {
    guard let mine = own[ObjectIdentifier(object)] else { return nil }
    thread.clock.join(mine.clock)
    return mine.object
  }

  package func keep(_ mine: AnyObject, insteadOf object: AnyObject, by thread: LogicalThread) {
    own[ObjectIdentifier(object)] = (mine, thread.clock)
    thread.tick()
  }

  /// The number of an object that is touched for the first time.
  func nextObject() -> Int {
    objectCount += 1
    return objectCount
  }

  /// From here on an object has to be gone when all is over.
  func watch(_ object: Int, _ kind: String) { if mode == .exploring { living[object] = kind } }
  func unwatch(_ object: Int) { living[object] = nil }

  func record(_ thread: LogicalThread, _ place: SourcePlace?, _ text: () -> String) {
    guard isRecording, mode == .exploring else { return }
    events.append(Event(thread: thread.index, text: text(), place: place))
  }
}

extension Operation {
  fileprivate var isWaiting: Bool {
    switch kind {
    case .lock, .wait: true
    default: false
    }
  }
}
