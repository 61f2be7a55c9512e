public import StreamCore

/// One who listens to one execution: first it is told what was, then what comes.
///
/// What comes while it is being told something waits at its gate; it is left there under the command's lock, so all readers hear the same order.
@usableFromInline
final class Reader: Disposing {
  @usableFromInline
  enum Told: Sendable {
    case value(Carried)
    case progress(Double)
    case end(Run.End)
  }

  /// What an execution remembers.
  struct Past: Sendable {
    let firstValue: Carried?
    let otherValues: ContiguousArray<Carried>
    let fraction: Double?
    let end: Run.End?
  }

  let gate = Gate<Told>()
  let subscription: Subscription
  private let wantsProgress: Bool
  private let place: Place
  private let hear: @Sendable (Told) -> Void

  /// Weak, since it is the subscription that holds this, and whoever listens to an execution does not keep it from being given up.
  private weak let run: Run?

  @usableFromInline
  init(
    of run: Run, _ subscription: Subscription, wantsProgress: Bool = false, on place: Place = .caller,
    hear: @escaping @Sendable (Told) -> Void
  ) {
    self.run = run
    self.subscription = subscription
    self.wantsProgress = wantsProgress
    self.place = place
    self.hear = hear
  }

  @usableFromInline var isDisposed: Bool { !subscription.isActive }

  @usableFromInline
  func dispose() { run?.detach(self) }

  func accepts(_ told: Told) -> Bool {
    switch told {
    case .value: !wantsProgress
    case .progress: wantsProgress
    case .end: true
    }
  }

  /// Tells it what was. It has been entered.
  func begin(_ past: Past) {
    if place.isHere { return replay(past) }
    place.schedule { self.replay(past) }
  }

  /// Tells it what comes. It has been entered.
  func deliver(_ told: Told) {
    if place.isHere { return tellAndLeave(told) }
    place.schedule { self.tellAndLeave(told) }
  }

  private func replay(_ past: Past) {
    if wantsProgress {
      if let fraction = past.fraction { tell(.progress(fraction)) }
    } else if let first = past.firstValue {
      tell(.value(first))
      for value in past.otherValues { tell(.value(value)) }
    }
    if let end = past.end { tell(.end(end)) }
    gate.leave(tell)
  }

  private func tellAndLeave(_ told: Told) {
    tell(told)
    gate.leave(tell)
  }

  private func tell(_ told: Told) {
    if subscription.isActive { hear(told) }
  }
}
