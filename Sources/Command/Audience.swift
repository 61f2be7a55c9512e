public import StreamCore

/// Everyone who listens to a command.
///
/// Unlike a subject's, its members come and go without entering a gate: whoever does so on another thread at the moment of a delivery must not
/// become the one who delivers, since a command tells its observers on one scheduler and nowhere else.
@usableFromInline
final class Audience: Sendable {
  private struct State {
    var members: [Member] = []
    var isOver = false
  }

  /// One who listens. Letting go of it takes time in proportion to how many there are.
  private final class Member: Disposing {
    let sink: Sink<Notice, Never>
    let subscription: Subscription
    private let audience: Audience

    init(_ sink: Sink<Notice, Never>, _ subscription: Subscription, _ audience: Audience) {
      self.sink = sink
      self.subscription = subscription
      self.audience = audience
    }

    var isDisposed: Bool { !subscription.isActive }
    func dispose() { audience.remove(self) }
  }

  private let state = Lock(State())

  /// Those who come during a notice hear the next one first.
  @usableFromInline
  func attach(_ sink: Sink<Notice, Never>, to subscription: Subscription) {
    let member = Member(sink, subscription, self)
    let isOver = state.withLock { state in
      if !state.isOver { state.members.append(member) }
      return state.isOver
    }
    if !isOver { return subscription.add(member) }
    if subscription.isActive { sink.end(.completed) }
  }

  private func remove(_ member: Member) {
    // Released after the lock: what a sink holds may have something to say when it goes.
    let removed = state.withLock { state in
      state.members.firstIndex { $0 === member }.map { state.members.remove(at: $0) }
    }
    _ = removed
  }

  /// Tells all of them, one call at a time.
  func send(_ notice: Notice) {
    for member in state.withLock({ $0.members }) where member.subscription.isActive { member.sink.next(notice) }
  }

  /// Tells them that there is nothing more to hear.
  func finish() {
    let members = state.withLock { state in
      defer { state = State(isOver: true) }
      return state.members
    }
    for member in members where member.subscription.isActive { member.sink.end(.completed) }
  }
}

/// What observers are told.
@usableFromInline
enum Notice: Sendable {
  case state(Snapshot)
  case execution(Run)
  case value(Carried)
  case completed
  case failed(Carried)
}
