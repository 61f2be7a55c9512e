/// One run of a program. Only the thread with the baton runs; all others wait for the baton.
///
/// A thread announces each operation before it performs it. The strategy then chooses the next thread, which gets the
/// baton and performs its announced operation.
///
/// An unlock is not announced, because an operation of another thread just before it could as well come just after it;
/// ``ModelledLock/tryLock(_:)`` chooses between the two. Nor is an access of a ``Shared`` variable, because clocks find
/// its races in any order of the accesses.
///
/// Guarded by: the baton.
package final class Execution {
  /// The number of the execution, by which an object finds out that its state is of an earlier one.
  let number: UInt64
  let limits: Limits
  private let strategy: any Strategy
  private(set) var threads: [LogicalThread] = []

  private enum Mode {
    /// The strategy chooses each step. The first failure, or a pruned schedule, leads to `finishing`.
    case exploring
    /// The threads run to their ends in turn. If they cannot, this leads to `abandoned`.
    case finishing
    /// The first thread continues alone, and the others wait forever.
    case abandoned
  }
  private var mode = Mode.exploring

  private(set) var failure: Fault?
  private(set) var isPruned = false
  private(set) var steps = 0

  /// The choices so far.
  private(set) var schedule = Schedule([:])

  /// The number of decisions so far.
  private var decisionCount = 0

  /// The number of modelled objects so far.
  private var objectCount = 0

  /// The live objects of this execution by number.
  private var living: [Int: String] = [:]

  /// The clock that all sequentially consistent operations join.
  var totalOrder = VectorClock()
  private var expiriesLeft: Int

  /// This execution's instances of process-wide objects, with the clocks of their creation.
  private var instances: [ObjectIdentifier: (object: AnyObject, clock: VectorClock)] = [:]
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

  /// Runs a program once, on the calling thread and on the threads that it starts.
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
      instances = [:]
    }
    if mode == .exploring, limits.findsLeaks, !living.isEmpty {
      let left = living.sorted { $0.key < $1.key }.map { "\($0.value) #\($0.key)" }
      fail(.leak("alive when all threads are finished: \(left.joined(separator: ", "))"))
    }
    if mode != .abandoned { threads = [] }
  }

  /// Starts a thread, which runs once it gets the baton.
  package func start(_ work: @escaping () -> Void, after parent: LogicalThread) {
    precondition(
      threads.count < VectorClock.mostThreads,
      "A program has at most \(VectorClock.mostThreads - 1) threads. Explore one with fewer.")
    let thread = LogicalThread(threads.count, self)
    thread.clock = parent.clock
    thread.tick()
    parent.tick()
    threads.append(thread)
    // The worker releases the closure before the thread is finished: releasing its captures may run code of the
    // program.
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

  /// Waits for this thread's turn to perform an operation.
  func arrive(_ thread: LogicalThread, at operation: Operation) {
    thread.pending = operation
    steps += 1
    guard threads.count > 1, mode != .abandoned else { return }
    if thread.isAtTheEndOfItsRun() {
      for other in threads where other !== thread && !other.isFinished { thread.goesAfter.insert(other.index) }
    }
    if mode == .exploring, steps > limits.steps {
      fail(.livelock("the program did not finish within \(limits.steps) steps"))
    }
    handOver(from: thread)
    thread.isSpinning = false
  }

  /// Chooses the next thread, and waits if it is another one.
  private func handOver(from thread: LogicalThread) {
    guard let next = chooseNext(from: thread) else { return abandon(thread) }
    guard next !== thread else { return }
    next.beginRun()
    for other in threads { other.goesAfter.remove(next.index) }
    next.giveBaton()
    if !thread.isFinished { thread.waitForBaton() }
  }

  /// Returns the next thread; `nil` if the execution is to be abandoned.
  ///
  /// Threads that spin, or that have to let others go first, are chosen only if no other can continue.
  private func chooseNext(from thread: LogicalThread) -> LogicalThread? {
    var able = threads.filter { !$0.isFinished && canContinue($0) }
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

  /// Records that a thread has done something for which another may wait.
  func noteProgress(of thread: LogicalThread) {
    for other in threads where other !== thread { other.isSpinning = false }
  }

  private func canContinue(_ thread: LogicalThread) -> Bool {
    switch thread.pending.kind {
    case .join: threads.allSatisfy { $0.isFinished || $0 === thread }
    case .lock: thread.awaitedLock?.holder == nil
    case .wait(let canTimeOut): (canTimeOut || thread.isNotified) && thread.awaitedLock?.holder == nil
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

  /// Chooses an outcome. 0 is the usual one: the newest value, no spurious failure or wake-up, time left.
  func chooseValue(_ count: Int) -> Int {
    guard count > 1, mode == .exploring, threads.count > 1 else { return 0 }
    return decide(Options(values: count)) ?? 0
  }

  /// Whether the time limit of a draining thread has passed: a choice, as often as the limits allow.
  package func expires() -> Bool {
    guard expiriesLeft > 0, chooseValue(2) == 1 else { return false }
    expiriesLeft -= 1
    return true
  }

  // MARK: Failing

  /// Records the first fault; the threads then run to their ends.
  func fail(_ fault: Fault) {
    guard mode == .exploring else { return }
    failure = fault
    mode = .finishing
    isRecording = false
    steps = 0
  }

  /// Gives threads the baton in turn, so that waiting threads can finish. Returns `nil` if they have not finished after
  /// four times the steps of the limits.
  private func finishing(_ thread: LogicalThread, _ able: [LogicalThread], _ canStay: Bool) -> LogicalThread? {
    guard steps <= 4 * limits.steps else { return nil }
    if canStay, steps % 16 != 0 { return thread }
    return able.first { $0.index > thread.index } ?? able[0]
  }

  /// Abandons the execution when no thread can continue, or the threads do not finish within the limit of `finishing`.
  ///
  /// The first thread continues alone, the others wait forever.
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

  /// Returns this execution's instance of a process-wide object. As for a global, its creation happened before each
  /// use.
  package func own(_ object: AnyObject, for thread: LogicalThread) -> AnyObject? {
    guard let mine = instances[ObjectIdentifier(object)] else { return nil }
    thread.clock.join(mine.clock)
    return mine.object
  }

  package func keep(_ mine: AnyObject, insteadOf object: AnyObject, by thread: LogicalThread) {
    instances[ObjectIdentifier(object)] = (mine, thread.clock)
    thread.tick()
  }

  /// Returns a number for an object at its first access.
  func nextObject() -> Int {
    objectCount += 1
    return objectCount
  }

  /// Registers an object that must be released before the end.
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
