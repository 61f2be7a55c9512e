import StreamCore
import Synchronization

extension CommandCore {
  /// One part of the state: what it is now, and then every change.
  func state<Part: Equatable & Sendable>(_ part: @escaping @Sendable (Snapshot) -> Part) -> Signal<Part, Never> {
    Signal(attaching: { [self] sink, subscription in
      let observer = StateObserver(subscription, end: sink.end) { new, old in
        let new = part(new)
        if old.map(part) != new { sink.next(new) }
      }
      observer.start(self)
    })
  }
}

/// What observers of a command's state are told.
@usableFromInline
struct Snapshot: Sendable {
  let inFlight: Int
  let isEnabled: Bool
  let policy: ExecutionPolicy
}

/// One observer of one part of a command's state. It is told what is true when it comes, where it comes, and the changes where the command
/// tells its observers.
private final class StateObserver: Sendable {
  private let subscription: Subscription
  private let tell: @Sendable (_ new: Snapshot, _ old: Snapshot?) -> Void
  private let end: @Sendable (Completion<Never>) -> Void

  /// For what comes while it is being told what is true. After that the command's line admits one at a time.
  private let gate = Gate<Event<Snapshot, Never>>()
  private let hasStarted = Atomic(false)

  /// What was told last. Guard: the gate, and then the line.
  nonisolated(unsafe) private var last: Snapshot?

  init(
    _ subscription: Subscription, end: @escaping @Sendable (Completion<Never>) -> Void,
    tell: @escaping @Sendable (_ new: Snapshot, _ old: Snapshot?) -> Void
  ) {
    self.subscription = subscription
    self.end = end
    self.tell = tell
  }

  func start(_ core: CommandCore) {
    // It is new, so the gate is idle.
    _ = gate.enter()
    let snapshot = core.add(
      Listener(
        .state, core, subscription,
        hear: { notice in
          if case .state(let snapshot) = notice { self.receive(.next(snapshot)) }
        },
        end: { _ in self.receive(.completed) }))
    deliver(.next(snapshot))
    gate.leave(deliver)
    hasStarted.store(true, ordering: .releasing)
  }

  private func receive(_ event: Event<Snapshot, Never>) {
    if hasStarted.load(ordering: .acquiring) { deliver(event) } else { gate.admit(event, deliver) }
  }

  private func deliver(_ event: Event<Snapshot, Never>) {
    guard subscription.isActive else { return }
    guard let snapshot = event.value else { return end(.completed) }
    let old = last
    last = snapshot
    tell(snapshot, old)
  }
}
