import StreamCore

/// The state of a feed across its connections, as a rule without streams and time.
struct Resumption<State: Sendable, Change: Sendable, Position: Comparable & Sendable, Failure: Error>: Sendable {
  /// The effect of a message.
  enum Verdict: Sendable {
    case first(State, Position), next(Change, Position), startsOver(State, Position)

    /// The receiver is up to date.
    case current

    /// The message was received before.
    case known

    /// An earlier message is missing.
    case gap
  }

  /// The last received position, after which the next connection continues.
  private(set) var position: Position?

  /// Whether this connection has sent a usable message.
  private(set) var isLive = false

  /// The number of consecutive connections that were lost without a usable message.
  private var losses = 0
  private let policy: RetryPolicy<Disconnection<Failure>>

  init(after start: Position?, _ policy: RetryPolicy<Disconnection<Failure>>) {
    position = start
    self.policy = policy
  }

  mutating func connect() { isLive = false }

  /// Returns the delay before the next connection, or `nil` to stop.
  mutating func wait(after reason: Disconnection<Failure>) -> Duration? {
    losses += 1
    return policy.delay(before: losses, after: reason)
  }

  mutating func receive(_ message: FeedMessage<State, Change, Position>) -> Verdict {
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
    // The first message on a connection is never a duplicate, at any position: an older source may have replaced
    // this one.
    case (.snapshot(let state, let new), let last?): !isLive || new > last ? .startsOver(state, new) : .known
    case (.change, nil), (.current, nil): .gap
    case (.change(let change, let new, let previous), let last?):
      previous == last ? .next(change, new) : new <= last ? .known : .gap
    case (.current(let newest), let last?): newest == last ? .current : newest < last ? .known : .gap
    }
  }
}
