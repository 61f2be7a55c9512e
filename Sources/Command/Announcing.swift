import StreamCore
import Subjects
import StreamPrimitives

// How a command's observers are told: all that is announced goes through one queue, which is drained in one place at a
// time.
extension CommandCore {
  /// Drains the queue, here or where observers are told.
  func deliver(in place: Place?) {
    if let place, !isHere() { tell(by: place.schedule) } else { tell() }
  }

  private func tell(by schedule: Place.Schedule) {
    // Disposed with the action, if the scheduler lets go of that.
    let dropping = SerialDisposable(Disposable { self.tell(isTold: false) })
    let scope = ScopedDisposable(Disposable(dropping))
    schedule {
      withExtendedLifetime(scope) { _ = dropping.swap(nil) }
      self.tell()
    }
  }

  /// Drains the queue; when the share for others is used up, the scheduler goes on with it.
  private func tell(isTold: Bool = true) {
    let thread = currentThread
    var share = Share(ThreadClock(), time: .threadShare)
    var starting: [ExecutionState] = []
    while takeAnnouncements() {
      teller.store(thread, ordering: .relaxed)
      while let next = taken.first {
        // When the command is gone nothing more is announced, and nobody else need tell the rest.
        if next.thread != thread, !share.take(), let place = shared.withLock({ $0.place }) {
          teller.store(0, ordering: .relaxed)
          if isTold { tell(by: place.goOn) } else { runElsewhere { self.tell(isTold: false) } }
          return finish(starting, isTold)
        }
        access.writes()
        _ = taken.popFirst()
        let announcement = next.announcement
        switch announcement {
        case .step(let step): step()
        case .closed:
          states.complete()
          events.complete()
        case .state(let snapshot): if isTold { states.send(snapshot) }
        default: if isTold { events.send(announcement) }
        }
        if case .began(let execution, begins: true) = announcement { starting.append(execution) }
      }
      teller.store(0, ordering: .relaxed)
    }
    finish(starting, isTold)
  }

  /// Where nobody was told, the scheduler has let go of what was to be told, and of what was to follow.
  private func finish(_ starting: [ExecutionState], _ isTold: Bool) {
    if isTold { begin(starting) } else { starting.forEach { $0.end(.failed(.cancelled)) } }
  }

  /// - Returns: whether there is anything to be told; if not, the queue is idle from here on.
  private func takeAnnouncements() -> Bool {
    // There is when another has left it.
    access.writes()
    guard taken.isEmpty else { return true }
    return shared.withLock { shared in
      swap(&shared.announcements, &taken)
      shared.isDraining = !taken.isEmpty
      return shared.isDraining
    }
  }

  // MARK: Listening

  /// A part of the state: what is true when someone comes, and then every change that they are told of.
  func state<Part: Equatable & Sendable>(_ part: @escaping @Sendable (Snapshot) -> Part) -> CurrentValue<Part> {
    let now: @Sendable () -> Snapshot = { [self] in withLock { $0.state.snapshot } }
    let changes = Signal<Snapshot, Never>(
      attaching: { [self] sink, subscription in
        sink.next(now())
        inLine(states.signal, first: { $0 }).attach(sink, to: subscription)
      }, named: "")
    return CurrentValue(read: { part(now()) }, signal: changes.map(part).distinctUntilChanged())
  }

  /// A part of all else that observers are told, from now on.
  func told<Part: Sendable>(_ part: @escaping @Sendable (Announcement) -> Part?) -> Signal<Part, Never> {
    inLine(events.compactMap(part), first: { _ in nil })
  }

  /// A stream whose observers come and go in line with the announcements: then the gate of the subject is never busy.
  /// Who comes or goes on another thread would become the one who tells, and observers are told in one place only.
  private func inLine<Part>(
    _ signal: Signal<Part, Never>, first: @escaping @Sendable (Snapshot) -> Part?
  ) -> Signal<Part, Never> {
    Signal(
      attaching: { [self] sink, subscription in
        recordTelling()
        let upstream = Subscription()
        let next: @Sendable (Part) -> Void = { if subscription.isActive { sink.next($0) } }
        subscription.add { self.inLine { _ in upstream.dispose() } }
        inLine { snapshot in
          first(snapshot).map(next)
          let sink = Sink(next: next, end: { if subscription.isActive { sink.end($0) } })
          if subscription.isActive { signal.attach(sink, to: upstream) }
        }
      }, named: "")
  }

  /// Does something between two announcements: now, if none is being told.
  private func inLine(_ step: @escaping @Sendable (Snapshot) -> Void) {
    let idle = shared.withLock { shared -> Snapshot? in
      let snapshot = shared.state.snapshot
      if shared.isDraining { shared.announcements.append(Announced(.step { step(snapshot) })) }
      defer { shared.isDraining = true }
      return shared.isDraining ? nil : snapshot
    }
    guard let idle else { return }
    step(idle)
    withLock { $0.isDraining = false }
  }
}
