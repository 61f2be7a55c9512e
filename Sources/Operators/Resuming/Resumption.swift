import StreamCore

/// What is known of a feed across its connections, as a rule that knows nothing of streams and time.
struct Resumption<State: Sendable, Change: Sendable, Position: Comparable & Sendable, Failure: Error>: Sendable {
  /// What a message is worth.
  enum Verdict: Sendable {
    case first(State, Position), next(Change, Position), startsOver(State, Position)

    /// It says that all is known.
    case current

    /// It was heard before.
    case known

    /// Something before it was not heard.
    case gap
  }

  /// The last position heard: where the next connection goes on.
  private(set) var position: Position?

  /// Whether this connection has said anything yet that counts.
  private(set) var isLive = false

  /// How many connections have been lost in a row without having said anything.
  private var losses = 0
  private let policy: RetryPolicy<Disconnection<Failure>>

  init(after start: Position?, _ policy: RetryPolicy<Disconnection<Failure>>) {
    position = start
    self.policy = policy
  }

  mutating func connect() { isLive = false }

  /// How long to wait before the next connection, or `nil` to make none.
  mutating func wait(after reason: Disconnection<Failure>) -> Duration? {
    losses += 1
    return policy.delay(before: losses, after: reason)
  }

  mutating func hear(_ message: FeedMessage<State, Change, Position>) -> Verdict {
    let verdict = verdict(on: message)
    switch verdict {
    case .first(_, let new), .next(_, let new), .startsOver(_, let new): position = new
    case .current: break
    case .known, .gap: return verdict
    }
    isLive = true
    losses = 0
    return verdict
  }

  private func verdict(on message: FeedMessage<State, Change, Position>) -> Verdict {
    switch (message, position) {
    case (.snapshot(let state, let new), nil): .first(state, new)
    // The first thing said on a connection is no echo, wherever it is: the source may have been replaced by an older
    // one.
    case (.snapshot(let state, let new), let last?): !isLive || new > last ? .startsOver(state, new) : .known
    case (.change, nil), (.current, nil): .gap
    case (.change(let change, let new, let previous), let last?):
      previous == last ? .next(change, new) : new <= last ? .known : .gap
    case (.current(let newest), let last?): newest == last ? .current : newest < last ? .known : .gap
    }
  }
}
