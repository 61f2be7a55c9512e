/// Where values enter a subject or an observer that was made with a ``BufferPolicy``: one sender at a time, as at a
/// ``Gate``, but what waits is bounded.
///
/// It is a queue under a lock, which costs more than a gate does. Who owns one keeps its own gate shut, so that senders
/// come here, and nobody else pays for the question.
///
/// Values wait in a ``Buffer``, which may drop any of them. What else has to be done in order (an end, an observer that
/// comes or goes) is never dropped; it knows how many values came before it. A deliverer whose ``Share`` is used up
/// leaves; whoever sends next goes on, or a thread that waits for room, or else a job elsewhere.
@usableFromInline
package final class Entry<Value: Sendable, Failure: Error>: Sendable {
  private struct Waiting: Sendable {
    let value: Value

    /// The thread that sent it.
    let thread: UInt

    /// What holds up a sender that can suspend, until its value was delivered.
    let hold: Pressure.Hold?
  }

  private struct Job {
    let run: @Sendable () -> Void
    let thread: UInt

    /// How many values came before it.
    let position: Int
  }

  private struct State {
    var buffer: Buffer<Waiting>
    var jobs = Queue<Job>()

    /// How many values have left the buffer, whatever became of them: the number of the first that waits.
    var leftCount = 0

    /// How many values have been taken out to be combined with another, and will be back in their place.
    var inHandCount = 0

    /// The thread that delivers; 0 for none.
    var deliverer: UInt = 0

    /// Whether the end has been sent.
    var isClosed = false
    var blockedCount = 0

    /// The number that the next value gets.
    var nextNumber: Int { leftCount + buffer.values.count + inHandCount }

    /// Who has sent what is next; `nil` if nothing waits.
    var nextSender: UInt? { nextJob?.thread ?? buffer.values.first?.thread }

    private var nextJob: Job? { jobs.first.flatMap { $0.position <= leftCount ? $0 : nil } }

    mutating func popNext() -> Step {
      if nextJob != nil, let job = jobs.popFirst() { return .job(job.run) }
      leftCount += 1
      return buffer.popFirst().map { .value($0, $1) } ?? .done
    }

    mutating func becomeDeliverer() -> Bool {
      guard deliverer == 0, nextSender != nil else { return false }
      deliverer = currentThread
      return true
    }
  }

  /// What a deliverer does next.
  private enum Step {
    /// The hold is that of a sender for which there is room now.
    case value(Waiting, Pressure.Hold?)
    case job(@Sendable () -> Void)
    case handOver
    case done
  }

  private let condition = Condition()

  /// Guard: touched only with the condition's lock held.
  nonisolated(unsafe) private var state: State
  private let limit: Int
  private let policy: BufferPolicy<Value>

  /// With what the owner fails when a value finds no room.
  package let overflow: Failure?

  /// An entry; none for a policy without a bound.
  @usableFromInline
  package init?(_ policy: BufferPolicy<Value>, overflow: Failure? = nil) {
    let buffer = Buffer<Waiting>(
      policy.carried { waiting, new, combine in
        Waiting(value: combine(waiting.value, new.value), thread: new.thread, hold: new.hold)
      })
    if buffer.isUnbounded { return nil }
    state = State(buffer: buffer)
    limit = buffer.limit
    self.policy = policy
    self.overflow = overflow
  }

  // MARK: Sending

  /// Puts a value last, and delivers what waits if nobody does.
  ///
  /// - Returns: `false` if this value, or another, found no room.
  package func send(_ value: Value, to deliver: @escaping @Sendable (Value) -> Void) -> Bool {
    let hold = Pressure.current.map { Pressure.Hold($0) }
    var waiting = Waiting(value: value, thread: currentThread, hold: hold)
    var isInHand = false
    while true {
      let (outcome, number, isDeliverer) = condition.withLock { append(waiting, isInHand: isInHand) }
      if isDeliverer { run(deliver) }
      switch outcome {
      case .combine(let old, let combine):
        waiting = combine(old, waiting)
        isInHand = true
      case .dropped: return false
      case .kept:
        if let number, policy.suspendsSenders, hold == nil { waitForRoom(number, deliver) }
        return true
      }
    }
  }

  /// Called with the lock held. The number is that of a value that has no room yet. One that was combined with another
  /// stands for that, which came before the end.
  private func append(
    _ waiting: Waiting, isInHand: Bool
  ) -> (Buffer<Waiting>.Outcome, number: Int?, isDeliverer: Bool) {
    guard isInHand || !state.isClosed else { return (.kept, nil, false) }
    let number = state.nextNumber
    let outcome = state.buffer.append(waiting)
    switch outcome {
    case .kept: if isInHand { state.inHandCount -= 1 }
    case .dropped: if policy.dropsOldest { state.leftCount += 1 }
    case .combine:
      // Another is in hand now; or there were two, and one is left.
      if isInHand { state.leftCount += 1 } else { state.inHandCount += 1 }
      return (outcome, nil, false)
    }
    return (outcome, number - state.leftCount >= limit ? number : nil, state.becomeDeliverer())
  }

  /// Does something after what was sent before it. After one that `closes` values are not taken any more.
  package func perform(
    closing closes: Bool = false, _ job: @escaping @Sendable () -> Void, _ deliver: @escaping @Sendable (Value) -> Void
  ) {
    let isDeliverer = condition.withLock {
      state.jobs.append(Job(run: job, thread: currentThread, position: state.nextNumber))
      if closes { state.isClosed = true }
      return state.becomeDeliverer()
    }
    if isDeliverer { run(deliver) }
  }

  /// Holds up a thread that may be: not one that delivers here, which would wait for itself, not the main queue, and
  /// not one that runs a task.
  private func waitForRoom(_ number: Int, _ deliver: @escaping @Sendable (Value) -> Void) {
    guard !isOnMainQueue, withUnsafeCurrentTask(body: { $0 == nil }) else { return }
    let thread = currentThread
    let isDeliverer = condition.withLock {
      state.blockedCount += 1
      defer { state.blockedCount -= 1 }
      while state.deliverer != thread, number - state.leftCount >= limit {
        if state.becomeDeliverer() { return true }
        condition.wait()
      }
      return false
    }
    if isDeliverer { run(deliver) }
  }

  // MARK: Delivering

  private func run(_ deliver: @escaping @Sendable (Value) -> Void) {
    var share = Share(SuspendingClock(), time: .ofThread)
    while true {
      switch condition.withLock({ next(&share) }) {
      case .value(let waiting, let room):
        // Released after the lock.
        withExtendedLifetime(room) {}
        if let hold = waiting.hold {
          hold.pressure.during { deliver(waiting.value) }
        } else {
          deliver(waiting.value)
        }
      case .job(let job): job()
      case .done: return
      case .handOver:
        return runElsewhere {
          if self.condition.withLock({ self.state.becomeDeliverer() }) { self.run(deliver) }
        }
      }
    }
  }

  /// Called with the lock held.
  private func next(_ share: inout Share<SuspendingClock>) -> Step {
    defer { if state.blockedCount > 0 { condition.announce() } }
    guard let sender = state.nextSender else {
      state.deliverer = 0
      return .done
    }
    if sender != state.deliverer, !share.take() {
      state.deliverer = 0
      return .handOver
    }
    return state.popNext()
  }
}
