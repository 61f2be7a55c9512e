import StreamPrimitives

/// Where values enter a subject, an observer or a ``Joint`` that was made with a ``BufferPolicy``: one sender at a
/// time, as at a ``Gate``, but what waits is bounded.
///
/// An owner of one never leaves its own gate: so the fast path there fails, and only the slow path asks for this.
/// Owners without one do not pay for the question.
@usableFromInline
package final class BoundedGate<Value: Sendable, Failure: Error>: Sendable {
  private let queue: BoundedGateQueue
  private let combine: (@Sendable (Value, Value) -> Value)?

  /// With what the owner fails when a value finds no room.
  package let overflow: Failure?

  /// A bounded gate; none for a policy without a bound.
  @usableFromInline
  package init?(_ policy: BufferPolicy<Value>, overflow: Failure? = nil) {
    switch policy.kind {
    case .unbounded: return nil
    case .coalescing(let combine): self.combine = combine
    default: combine = nil
    }
    // The queue gets a policy whose function is a stand-in: values are combined in `put`, where their type is known.
    queue = BoundedGateQueue(policy.carried { _ in { $1 } })
    self.overflow = overflow
  }

  /// Puts a value last, and delivers what waits if nobody does.
  ///
  /// - Returns: `false` if this value, or another, found no room.
  package func send(_ value: Value, to deliver: @escaping @Sendable (Value) -> Void) -> Bool {
    let brake = Backpressure.current.map { Backpressure.Brake($0) }
    return put(value, isCombining: false) { value in
      BoundedGateQueue.Entry(
        deliver: { deliver(value) }, value: self.combine == nil ? nil : value, thread: currentThread, brake: brake)
    }
  }

  /// Puts a value where it waits, and combines it with what is there and with what others send meanwhile; after its
  /// budget of the work somebody else goes on.
  private func put(_ value: Value, isCombining: Bool, _ waiting: @escaping @Sendable (Value) -> BoundedGateQueue.Entry)
    -> Bool
  {
    var outcome = queue.send(waiting(value), isCombining: isCombining)
    guard let combine else { return outcome.isKept }
    var value = value
    var budget = Budget(ThreadClock(), time: .threadBudget)
    while true {
      switch outcome {
      case .kept: return true
      case .dropped: return false
      case .older(let old): if let old = old.value as? Value { value = combine(old, value) }
      case .newer(let new): if let new = new.value as? Value { value = combine(value, new) }
      }
      guard budget.take() else {
        runElsewhere { [value] in _ = self.put(value, isCombining: true, waiting) }
        return true
      }
      outcome = queue.send(waiting(value), isCombining: true)
    }
  }

  /// Does something after what was sent before it. After one that `closes` values are not taken any more.
  @usableFromInline
  package func perform(closing closes: Bool = false, _ job: @escaping @Sendable () -> Void) {
    queue.perform(closing: closes, job)
  }
}

/// The queue of a ``BoundedGate``, and who drains it.
///
/// It is a queue under a lock, which costs more than a gate does. It knows no types: those that need it are not
/// specialised, and what is generic and not specialised costs a hundred times as much.
///
/// Values wait in a ``Buffer``, which may drop any of them. What else has to be done in order (an end, an observer that
/// comes or goes) is never dropped; it knows how many values came before it. A deliverer whose ``Budget`` is used up
/// leaves; whoever sends next goes on, or a thread that waits for room, or else a job elsewhere.
private final class BoundedGateQueue: Sendable {
  struct Entry: Sendable {
    let deliver: @Sendable () -> Void

    /// The value, where it may be combined with another.
    let value: (any Sendable)?

    /// The thread that sent it.
    let thread: UInt

    /// What holds up a sender that can suspend, until its value was delivered.
    let brake: Backpressure.Brake?
  }

  private struct Job {
    let run: @Sendable () -> Void
    let thread: UInt

    /// How many values came before it.
    let position: Int
  }

  private struct State {
    var buffer: Buffer<Entry>
    var jobs = Queue<Job>()

    /// How many values were removed from the buffer, whatever became of them: the number of the first that waits.
    var removedCount = 0

    /// Whether a value has been taken out to be combined with another, and will be back in its place.
    var isCombining = false

    /// What was sent while one was in hand: it is combined with that, in order, and so takes no number.
    var later = Queue<Entry>()

    /// The thread that delivers; 0 for none.
    var deliverer: UInt = 0

    /// Whether the end has been sent.
    var isClosed = false
    var blockedCount = 0

    /// The number that the next value gets.
    var nextNumber: Int { removedCount + buffer.values.count + (isCombining ? 1 : 0) }

    /// Who has sent what is next; `nil` if nothing waits.
    var nextSender: UInt? { nextJob?.thread ?? buffer.values.first?.thread }

    private var nextJob: Job? { jobs.first.flatMap { $0.position <= removedCount ? $0 : nil } }

    mutating func popNext() -> Step {
      if nextJob != nil, let job = jobs.popFirst() { return .job(job.run) }
      removedCount += 1
      return buffer.popFirst().map { .value($0, $1) } ?? .done
    }

    mutating func becomeDeliverer() -> Bool {
      guard deliverer == 0, nextSender != nil else { return false }
      deliverer = currentThread
      return true
    }
  }

  /// What became of a value that was sent.
  enum Outcome {
    case kept
    /// There was no room for this one, which is released when the lock is free.
    case dropped(Entry)
    /// The sender has this in hand: it combines it with its own, which is newer, and sends what comes of it.
    case older(Entry)
    /// The same, with one that is newer than its own.
    case newer(Entry)

    var isKept: Bool { if case .kept = self { true } else { false } }
  }

  /// What a deliverer does next.
  private enum Step {
    /// The brake is that of a sender for which there is room now.
    case value(Entry, Backpressure.Brake?)
    case job(@Sendable () -> Void)
    case handOver
    case done
  }

  private let condition = Condition()

  /// Guard: touched only with the condition's lock held.
  nonisolated(unsafe) private var state: State
  private let policy: BufferPolicy<Entry>
  private let limit: Int

  init(_ policy: BufferPolicy<Entry>) {
    let buffer = Buffer(policy)
    state = State(buffer: buffer)
    limit = buffer.limit
    self.policy = policy
  }

  // MARK: Sending

  /// Puts a value last, and delivers what waits if nobody does.
  ///
  /// - Returns: what is left to do about it. What is combined with the one that waited is sent again, as one
  ///   `isCombining`.
  func send(_ waiting: Entry, isCombining: Bool) -> Outcome {
    let (outcome, number, isDeliverer) = condition.withLock { append(waiting, isCombining: isCombining) }
    if isDeliverer { run() }
    if let number, policy.suspendsSenders, waiting.brake == nil { waitForRoom(number) }
    return outcome
  }

  /// Called with the lock held. The number is that of a value that has no room yet. One that was combined with another
  /// stands for that, which came before the end.
  private func append(_ waiting: Entry, isCombining: Bool) -> (Outcome, number: Int?, isDeliverer: Bool) {
    guard isCombining || !state.isClosed else { return (.kept, nil, false) }
    if isCombining, let new = state.later.popFirst() {
      return (.newer(new), nil, false)
    }
    if !isCombining, state.isCombining {
      state.later.append(waiting)
      return (.kept, nil, false)
    }
    state.isCombining = false
    let number = state.nextNumber
    switch state.buffer.append(waiting) {
    case .kept:
      return (.kept, number - state.removedCount >= limit ? number : nil, state.becomeDeliverer())
    case .dropped(let one):
      if policy.dropsOldest { state.removedCount += 1 }
      return (.dropped(one), number - state.removedCount >= limit ? number : nil, state.becomeDeliverer())
    case .combine(let old, _):
      state.isCombining = true
      return (.older(old), nil, false)
    }
  }

  /// Does something after what was sent before it. After one that `closes` values are not taken any more.
  func perform(closing closes: Bool, _ job: @escaping @Sendable () -> Void) {
    let isDeliverer = condition.withLock {
      state.jobs.append(Job(run: job, thread: currentThread, position: state.nextNumber))
      if closes { state.isClosed = true }
      return state.becomeDeliverer()
    }
    if isDeliverer { run() }
  }

  /// Holds up a thread that may be: not one that delivers here, which would wait for itself, not the main queue, and
  /// not one that runs a task.
  private func waitForRoom(_ number: Int) {
    guard !isOnMainQueue, withUnsafeCurrentTask(body: { $0 == nil }) else { return }
    let thread = currentThread
    let isDeliverer = condition.withLock {
      state.blockedCount += 1
      defer { state.blockedCount -= 1 }
      while state.deliverer != thread, number - state.removedCount >= limit {
        if state.becomeDeliverer() { return true }
        condition.wait()
      }
      return false
    }
    if isDeliverer { run() }
  }

  // MARK: Delivering

  private func run() {
    var budget = Budget(ThreadClock(), time: .threadBudget)
    while true {
      switch condition.withLock({ next(&budget) }) {
      case .value(let waiting, let room):
        // Released after the lock.
        withExtendedLifetime(room) {}
        if let brake = waiting.brake {
          brake.pressure.during(waiting.deliver)
        } else {
          waiting.deliver()
        }
      case .job(let job): job()
      case .done: return
      case .handOver:
        return runElsewhere {
          if self.condition.withLock({ self.state.becomeDeliverer() }) { self.run() }
        }
      }
    }
  }

  /// Called with the lock held.
  private func next(_ budget: inout Budget<ThreadClock>) -> Step {
    defer {
      // Once for several: threads that wait are woken when there is room for many of them, or when somebody has to go
      // on.
      if state.blockedCount > 0, state.deliverer == 0 || state.buffer.values.count <= limit / 2 {
        condition.announce()
      }
    }
    guard let sender = state.nextSender else {
      state.deliverer = 0
      return .done
    }
    if sender != state.deliverer, !budget.take() {
      state.deliverer = 0
      return .handOver
    }
    return state.popNext()
  }
}
