extension CommandCore {
  /// One part of the state: what it is now, and then every change.
  func state<Part: Equatable & Sendable>(_ part: @escaping @Sendable (Snapshot) -> Part) -> Signal<Part, Never> {
    Signal(attaching: { [self] sink, subscription in
      StateObserver(part, sink, subscription).start(self)
    })
  }
}

/// One observer of one part of a command's state.
///
/// It is told what is true when it comes, where it comes, and the changes on the command's scheduler; those that
/// are on their way already and older than that are left out.
private final class StateObserver<Part: Equatable & Sendable>: Sendable {
  private let gate = Gate<Event<Snapshot, Never>>()
  private let part: @Sendable (Snapshot) -> Part
  private let sink: Sink<Part, Never>
  private let subscription: Subscription

  /// What was told last. Guard: the gate.
  nonisolated(unsafe) private var last: (version: UInt, part: Part)?

  init(_ part: @escaping @Sendable (Snapshot) -> Part, _ sink: Sink<Part, Never>, _ subscription: Subscription) {
    self.part = part
    self.sink = sink
    self.subscription = subscription
  }

  func start(_ core: CommandCore) {
    // It is new, so the gate is idle. It listens before it looks, and misses nothing.
    _ = gate.enter()
    core.audience.attach(
      Sink(
        next: { notice in
          if case .state(let snapshot) = notice { self.gate.admit(.next(snapshot), self.deliver) }
        },
        end: { _ in self.gate.admit(.completed, self.deliver) }),
      to: subscription)
    deliver(.next(core.snapshot))
    gate.leave(deliver)
  }

  private func deliver(_ event: Event<Snapshot, Never>) {
    guard subscription.isActive else { return }
    guard let snapshot = event.value else { return sink.end(.completed) }
    if let last, snapshot.version <= last.version { return }
    let new = part(snapshot)
    let isSame = last?.part == new
    last = (snapshot.version, new)
    if !isSame { sink.next(new) }
  }
}
