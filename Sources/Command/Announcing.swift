import StreamCore
import StreamPrimitives
import Subjects

/// A value of an execution. It is a box, because an enum with an existential inside is ten times as slow to copy.
final class SentValue: Sendable {
  let value: any Sendable

  init(_ value: any Sendable) { self.value = value }
}

/// An item of the queue of notifications.
enum Announcement: Sendable {
  case value(SentValue)
  case progress(Double)

  /// The state has changed. `ended` is the execution that has ended, if there is one. `started` may run from now on.
  ///
  /// A nested change was made by a handler, on the thread that notifies observers. A thread that has notified all
  /// observers of this change ends the handle of `ended`. When it stops draining, it begins the work of `started`. For
  /// any other change, the thread that made it does both.
  case change(CommandFacts, ended: ExecutionCore?, started: [ExecutionCore], isNested: Bool)

  /// A closure that runs between two notifications: an observer is added or removed, or the command is released.
  case step(@Sendable () -> Void)
}

// Notifying observers. All notifications pass one gate, so one thread at a time sends them, in the order of the
// changes.
extension CommandCore {
  /// Reads or changes the state, and enqueues the announcement in the same step.
  ///
  /// If the gate was idle, the announcement is then delivered: now if the scheduler would run it now, otherwise on the
  /// scheduler.
  func announcing<Result>(_ body: (inout CommandState) -> (Result, Announcement?)) -> Result {
    let (result, announcement) = state.withLock { state in
      let (result, announcement) = body(&state)
      guard let announcement, !announcements.enqueue(announcement) else { return (result, nil as Announcement?) }
      return (result, announcement)
    }
    if let announcement { isHere() ? drain(from: announcement) : schedule(announcement) }
    return result
  }

  /// Enqueues a step.
  func announce(_ step: @escaping @Sendable () -> Void) { announcing { _ in ((), .step(step)) } }

  /// Drains on the scheduler, or on this thread if the command was released.
  ///
  /// Without a first announcement it continues a drain whose budget was used up, and never runs inline.
  private func schedule(_ first: Announcement?) {
    guard let scheduler = state.withLock({ _ in scheduler }) else { return drain(from: first, forOthers: .max) }
    let dropGuard = DropGuard { self.drain(from: first, notifies: false, forOthers: .max) }
    let action: @Sendable () -> Void = {
      dropGuard.disarm()
      self.drain(from: first)
    }
    if first != nil {
      scheduler.schedule(action)
    } else if scheduler.scheduleNext(action) == nil {
      // It may run actions inline only on the thread that it belongs to.
      runElsewhere { scheduler.schedule(action) }
    }
  }

  /// Handles an announcement, and then the queued ones. Then begins the executions that were started by handlers.
  ///
  /// If the budget is used up, announcements of later changes may still be queued at that time. The executions do not
  /// wait for them, because other threads may announce without end.
  ///
  /// - Parameter notifies: `false` if the scheduler has dropped the action. Then no observer is notified, and
  ///   executions that were about to begin are cancelled.
  private func drain(from first: Announcement?, notifies: Bool = true, forOthers limit: Int = itemsForOthers) {
    var starting = first.map { deliver($0, notifies) } ?? []
    if first == nil ? announcements.takeOver() : !announcements.leaveIfEmpty() {
      let isOver = announcements.drain(atMost: limit) { starting += deliver($0, notifies) }
      if !isOver { schedule(nil) }
    }
    if notifies { begin(starting) } else { starting.forEach { $0.end(.failed(.cancelled)) } }
  }

  /// Notifies observers of one announcement.
  ///
  /// - Returns: The executions whose work begins when this thread stops draining.
  private func deliver(_ announcement: Announcement, _ notifies: Bool) -> [ExecutionCore] {
    notifier.store(currentThread, ordering: .relaxed)
    defer { notifier.store(0, ordering: .relaxed) }
    switch announcement {
    case .value(let value): if notifies { values.hub.notify(value) }
    case .progress(let fraction): if notifies { update(progress: fraction) }
    case .step(let step): step()
    case .change(let facts, let ended, let started, let isNested):
      if notifies {
        if let end = ended?.end { ends.hub.notify(end) }
        update(facts, startsOver: !started.isEmpty)
        for execution in started { beginnings.hub.notify(execution) }
      }
      for execution in started { execution.releaseValues() }
      guard isNested else { break }
      ended?.endHandle()
      return started
    }
    return []
  }

  /// The values that a subject sends from now on.
  ///
  /// Observers are added and removed by announcements. Otherwise a thread that adds one to the subject could become the
  /// thread that notifies the others.
  func events<Event: Sendable>(of subject: Subject<Event, Never>) -> Signal<Event, Never> {
    Signal(
      attaching: { [self] sink, subscription in
        recordObserver()
        let upstream = Subscription()
        subscription.add {
          upstream.stop()
          self.announce { upstream.dispose() }
        }
        announce { subject.signal.attach(sink, to: upstream) }
      }, named: "")
  }
}
