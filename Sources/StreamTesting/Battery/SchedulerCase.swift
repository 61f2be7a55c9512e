import Synchronization

/// The checks of one scheduler.
struct SchedulerCase<S: Scheduler> {
  let traits: Traits
  let make: () -> S

  /// Reports that a rule is broken, and how.
  let breach: (Rule, String) -> Void

  func check() {
    let checks =
      traits.isImmediate
      ? [order, reentrancy, time, recursion, memory]
      : [order, serial, reentrancy, disposal, time, repeating, recursion, memory]
    for check in checks { traits.time?.perform { check(make()) } ?? check(make()) }
  }

  private let tick = Duration.milliseconds(2)

  /// Waits until a condition holds.
  private func wait(_ condition: () -> Bool) -> Bool {
    traits.runPending()
    return traits.time == nil ? waitUntil(condition) : condition()
  }

  // MARK: Rules 2 to 4

  func order(_ scheduler: S) {
    let log = Lock<[Int]>([])
    for number in 0..<100 { scheduler.schedule { log.withLock { $0.append(number) } } }
    _ = wait { log.withLock(\.count) == 100 }
    let seen = log.withLock { $0 }
    if seen != Array(0..<100) { breach(.serial, "of a hundred actions it ran these, in this order: \(seen).") }
  }

  func serial(_ scheduler: S) {
    let log = Lock<[[Int]]>(Array(repeating: [], count: 4))
    let isInside = Atomic(false)
    let overlaps = Atomic(0)
    onThreads(4) { [traits] thread in
      let begin = {
        for number in 0..<250 {
          scheduler.schedule {
            if isInside.exchange(true, ordering: .acquiringAndReleasing) { overlaps.add(1, ordering: .relaxed) }
            log.withLock { $0[thread].append(number) }
            isInside.store(false, ordering: .releasing)
          }
        }
      }
      // The thread is not a test's thread, so it has no environment for tasks.
      traits.time?.perform(begin) ?? begin()
    }
    _ = wait { log.withLock { $0.allSatisfy { $0.count == 250 } } }
    if overlaps.load(ordering: .relaxed) > 0 { breach(.serial, "actions ran at the same time.") }
    if log.withLock({ $0.contains { $0 != Array(0..<250) } }) {
      breach(.serial, "the actions of one of four threads were lost, or did not run in its order.")
    }
  }

  func reentrancy(_ scheduler: S) {
    let count = Atomic(0)
    scheduler.schedule {
      scheduler.schedule { count.add(1, ordering: .relaxed) }
      scheduler.schedule(after: .zero) { count.add(1, ordering: .relaxed) }.dispose()
      count.add(1, ordering: .relaxed)
    }
    let hasRun = wait { count.load(ordering: .relaxed) >= 2 }
    if !hasRun { breach(.callOuts, "an action that scheduled another did not return, or the other did not run.") }
  }

  // MARK: Rule 6

  func disposal(_ scheduler: S) {
    let (isHeld, mayContinue) = (Lock(false), Lock(false))
    let log = Lock<[String]>([])
    if traits.time == nil {
      // Blocks the scheduler, so that the next actions have not begun when they are disposed.
      scheduler.schedule {
        isHeld.withLock { $0 = true }
        _ = waitUntil { mayContinue.withLock { $0 } }
      }
      _ = wait { isHeld.withLock { $0 } }
    }
    let handles = [
      scheduler.schedule { log.withLock { $0.append("action") } },
      scheduler.schedule(after: tick) { log.withLock { $0.append("delayed action") } },
    ]
    for handle in handles + handles { handle.dispose() }
    mayContinue.withLock { $0 = true }
    let isOver = Lock(false)
    scheduler.schedule(after: tick * 2) { isOver.withLock { $0 = true } }
    let othersRun = wait { isOver.withLock { $0 } }
    for name in log.withLock({ $0 }) { breach(.disposal, "an \(name) that was disposed before it began ran.") }
    if !othersRun { breach(.disposal, "an action scheduled after disposed ones did not run.") }
  }

  // MARK: Rule 11

  func time(_ scheduler: S) {
    let start = scheduler.now
    let log = Lock<[(name: String, waited: Duration)]>([])
    func recording(_ name: String) -> @Sendable () -> Void {
      { log.withLock { $0.append((name, start.duration(to: scheduler.now))) } }
    }
    scheduler.schedule(after: tick * 2, recording("later"))
    scheduler.schedule(after: tick, recording("sooner"))
    scheduler.schedule(after: .zero - tick, recording("immediately"))
    if !traits.isImmediate { scheduler.schedule(after: Duration(attoseconds: .max), recording("never")).dispose() }
    _ = wait { log.withLock(\.count) == 3 }
    let seen = log.withLock { $0 }
    let expected = traits.isImmediate ? ["later", "sooner", "immediately"] : ["immediately", "sooner", "later"]
    // On a busy machine all actions may be due when the first timer runs. Their order is unspecified then.
    if traits.time != nil || traits.isImmediate || seen.count != 3, seen.map(\.name) != expected {
      breach(.time, "actions that were due at three times ran in this order: \(seen.map(\.name)).")
    }
    for (name, least) in [("sooner", tick), ("later", tick * 2)] {
      if let waited = seen.first(where: { $0.name == name })?.waited, waited < least {
        breach(.time, "by its own clock an action with a delay of \(least) ran after \(waited).")
      }
    }
  }

  func repeating(_ scheduler: S) {
    let count = Atomic(0)
    let (handle, isOver) = (SerialDisposable(), Lock(false))
    handle.inner = scheduler.schedule(every: tick) {
      if count.add(1, ordering: .relaxed).newValue == 3 { handle.dispose() }
    }
    let hasRun = wait { count.load(ordering: .relaxed) >= 3 }
    scheduler.schedule(after: tick * 3) { isOver.withLock { $0 = true } }
    _ = wait { isOver.withLock { $0 } }
    if !hasRun { return breach(.time, "a repeating action did not repeat.") }
    let total = count.load(ordering: .relaxed)
    if total != 3 { breach(.disposal, "a repeating action that was disposed in its third run ran \(total) times.") }
  }

  // MARK: Rules 8 and 9

  func recursion(_ scheduler: S) {
    let rounds = Traits.rounds
    let count = Atomic(0)
    withSmallStack { [traits] in
      let begin = {
        scheduler.scheduleRecursively { again in
          if count.add(1, ordering: .relaxed).newValue < rounds { again() }
        }
      }
      _ = traits.time?.perform(begin) ?? begin()
      traits.runPending()
    }
    let isDone = wait { count.load(ordering: .relaxed) == rounds }
    if !isDone { breach(.stack, "\(rounds) recursive steps did not run.") }
  }

  func memory(_ scheduler: S) {
    let probe = LifetimeProbe()
    schedule(on: scheduler, holding: probe)
    let areReleased = withExtendedLifetime(scheduler) { wait { probe.liveCount == 0 } }
    if !areReleased {
      breach(.memory, "\(probe.liveCount) of the 3 objects that finished and disposed actions captured are alive.")
    }
  }

  @inline(never)
  private func schedule(on scheduler: S, holding probe: LifetimeProbe) {
    let objects = (0..<3).map { _ in probe.object() }
    scheduler.schedule { [object = objects[0]] in object.touch() }
    scheduler.schedule(after: tick) { [object = objects[1]] in object.touch() }
    if !traits.isImmediate {
      scheduler.schedule(after: .seconds(3_600)) { [object = objects[2]] in object.touch() }.dispose()
    }
  }
}
