import StreamCore
import StreamPrimitives
import Subjects

/// The state as it is told to observers.
typealias Snapshot = (inFlight: Int, isEnabled: Bool, policy: ExecutionPolicy)

/// What a command's observers are told, and what else happens between that.
enum Announcement: Sendable {
  case value(any Sendable)
  case progress(Double)

  /// The state has changed, and why. `isNested`: it was asked for by an observer who was being told something, so what
  /// has ended hears of that, and what has started begins, when all observers have been told.
  case change(Snapshot, ended: ExecutionCore?, started: [ExecutionCore], isNested: Bool)

  /// A closure to be run between two announcements: an observer comes or goes, or the command does.
  case step(@Sendable () -> Void)
}

// How a command's observers are told: all that is announced goes through one gate, in one place.
extension CommandCore {
  /// Looks at the state, or changes it, and in the same step announces what follows from that.
  func announcing<Result>(_ body: (inout CommandState, inout Announcement?) -> Result) -> Result {
    // Released after the lock, also if another thread has told it by then: it may own anything.
    var announcement: Announcement?
    let (result, becomesTeller) = state.withLock { state in
      let result = body(&state, &announcement)
      return (result, announcement.map { !announcements.post($0) } == true)
    }
    if becomesTeller, let announcement { isHere() ? tellAll(from: announcement) : schedule(announcement) }
    return result
  }

  /// Has the scheduler tell `first` and all that follows. Without a first it goes on where a thread has used up its
  /// budget, and never inline.
  private func schedule(_ first: Announcement?) {
    guard let scheduler = state.withLock({ _ in scheduler }) else { return tellAll(from: first, forOthers: .max) }
    let dropGuard = DropGuard { self.tellAll(from: first, isTold: false, forOthers: .max) }
    let action: @Sendable () -> Void = {
      dropGuard.disarm()
      self.tellAll(from: first)
    }
    switch (first, scheduler) {
    case (.some, _): scheduler.schedule(action)
    case (nil, is ImmediateScheduler): runElsewhere(action)
    case (nil, _): scheduler.schedule(after: .zero, action)
    }
  }

  /// Tells what came first, and then all that has come meanwhile.
  ///
  /// - Parameter isTold: `false` if the scheduler has dropped the action: observers hear nothing, and what was to begin
  ///   is cancelled.
  private func tellAll(from first: Announcement?, isTold: Bool = true, forOthers limit: Int = itemsForOthers) {
    var starting = first.map { tell($0, isTold) } ?? []
    if first == nil ? announcements.takeOver() : !announcements.leaveIfNothingWaits() {
      let isOver = announcements.drain(atMost: limit) { starting += tell($0, isTold) }
      if !isOver { schedule(nil) }
    }
    if isTold { begin(starting) } else { starting.forEach { $0.end(.failed(.cancelled)) } }
  }

  /// - Returns: what is to begin when everything has been told.
  private func tell(_ announcement: Announcement, _ isTold: Bool) -> [ExecutionCore] {
    teller.store(currentThread, ordering: .relaxed)
    defer { teller.store(0, ordering: .relaxed) }
    switch announcement {
    case .value(let value): if isTold { values.send(value) }
    case .progress(let fraction): if isTold { reports.send(fraction) }
    case .step(let step): step()
    case .change(let state, let ended, let started, let isNested):
      if isTold {
        if let end = ended?.end { ends.send(end) }
        states.send(state)
        for execution in started { beginnings.send(execution) }
      }
      for execution in started { execution.releaseValues() }
      guard isNested else { break }
      ended?.settle()
      return started
    }
    return []
  }

  // MARK: Listening

  /// A part of the state: what is true when someone comes, and then every change that they are told of.
  func current<Part: Equatable & Sendable>(_ part: @escaping @Sendable (Snapshot) -> Part) -> CurrentValue<Part> {
    CurrentValue(
      read: { part(self.snapshot) }, signal: told(by: states, first: { $0 }).map(part).distinctUntilChanged())
  }

  /// What a subject sends from now on, and before that what is true at the moment, if `first` makes something of it.
  ///
  /// Observers come and go by announcements, too. A thread that attached one to the subject itself could become its
  /// deliverer, and observers are told in one place only.
  func told<Part: Sendable>(
    by subject: Subject<Part, Never>, first: (@Sendable (Snapshot) -> Part)? = nil
  ) -> Signal<Part, Never> {
    Signal(
      attaching: { [self] sink, subscription in
        recordTelling()
        let upstream = Subscription()
        subscription.add {
          upstream.stop()
          self.announcing { $1 = .step { upstream.dispose() } }
        }
        guard let first else {
          return announcing { $1 = .step { subject.signal.attach(sink, to: upstream) } }
        }
        let later = HeldBack(sink, upstream)
        let now = announcing { state, announcement in
          announcement = .step { subject.signal.attach(later.entry, to: upstream) }
          return first(state.snapshot)
        }
        sink.next(now)
        announcing { $1 = .step { later.open() } }
      }, named: "")
  }
}

/// Holds back what a new observer is told until its first value, which it receives where it subscribes, has been
/// handled.
private final class HeldBack<Value: Sendable>: Sendable {
  private let sink: Sink<Value, Never>
  private let upstream: Subscription

  /// Guarded by: the gate of the command's announcements. `nil` when nothing is held back any more.
  nonisolated(unsafe) private var events: [Event<Value, Never>]? = []

  init(_ sink: Sink<Value, Never>, _ upstream: Subscription) {
    self.sink = sink
    self.upstream = upstream
  }

  var entry: Sink<Value, Never> {
    Sink(next: { self.receive(.next($0)) }, end: { self.receive(Event($0)) })
  }

  func open() {
    let heldBack = events ?? []
    events = nil
    for event in heldBack { deliver(event) }
  }

  private func receive(_ event: Event<Value, Never>) {
    if events == nil { deliver(event) } else { events?.append(event) }
  }

  private func deliver(_ event: Event<Value, Never>) {
    guard upstream.isActive else { return }
    switch event {
    case .next(let value): sink.next(value)
    case .completed: sink.end(.completed)
    }
  }
}
