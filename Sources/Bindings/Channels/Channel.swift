import StreamCore
import Subjects

/// A two-way connection between what drives a value and what shows it.
///
/// What is sent to one terminal is heard at the other, and not at the one it was sent to. They differ in what a new
/// subscriber gets:
///
///     sent to leading        1---2---------
///     following, at first    1---2---------
///     following, later           ^2--------     the latest value sent to leading, then the rest
///     sent to following      ------7---8---
///     leading, later               ^---8---     only what is sent from then on
///
/// So a model is bound to the leading terminal and a view to the following one: it starts with what the model has, and
/// the model hears of edits only. Completing either terminal completes both, when what was sent before has been heard,
/// also for later subscribers. The channel need not be kept: it lives while one of its terminals, or a subscription or
/// binding of one, does.
public struct Channel<Value: Sendable>: Sendable {
  /// The model's end.
  public let leading: Terminal<Value>

  /// The view's end.
  public let following: Terminal<Value>

  /// A channel through which nothing went yet.
  public init() {
    let core = ChannelCore<Value>()
    leading = Terminal(
      changes: core.toLeading.signal,
      claim: { _ in false },
      accept: { core.pass(.change($0), to: .following) },
      set: { core.pass(.value($0), to: .following) },
      finish: { core.pass(.end, to: .leading) })
    following = Terminal(
      changes: core.toFollowing.signal,
      claim: { core.claim($0) },
      accept: { core.pass(.change($0), to: .leading) },
      set: { core.pass(.value($0), to: .leading) },
      finish: { core.pass(.end, to: .following) })
  }
}

/// What goes through a channel, in one line for both directions: so a change that a binding brings back is known by its
/// stamp.
private final class ChannelCore<Value: Sendable>: Gated {
  enum Side { case leading, following }

  let toLeading = Subject<Change<Value>, Never>()
  let toFollowing = ReplaySubject<Change<Value>, Never>(count: 1)

  enum Content: Sendable {
    /// Brought by a binding: it may be one that has been here.
    case change(Change<Value>)
    /// Sent by somebody.
    case value(Value)
    /// Nothing follows. It goes the way that values go, so it overtakes none.
    case end
  }

  struct Passage: Sendable {
    let content: Content
    let side: Side
  }

  let gate = Gate<Passage>()
  private let latest = Lock<(stamp: UInt64, sent: Change<Value>?)>((0, nil))

  func pass(_ content: Content, to side: Side) {
    admit(Passage(content: content, side: side))
  }

  func handle(_ passage: Passage) {
    if case .end = passage.content { return end() }
    guard let change = take(passage) else { return }
    switch passage.side {
    case .leading: toLeading.send(change)
    case .following: toFollowing.send(change)
    }
  }

  /// What a binding brings is dropped unless it is later than all that went through; what is sent is later. After the
  /// end nothing is.
  private func take(_ passage: Passage) -> Change<Value>? {
    // Holds what is replaced until the lock is free: releasing it may run anything.
    var replaced: Change<Value>?
    return latest.withLock { latest in
      let change: Change<Value>
      switch passage.content {
      case .change(let brought): change = brought
      case .value(let value): change = Change(value)
      case .end: return nil
      }
      guard change.stamp > latest.stamp else { return nil }
      latest.stamp = change.stamp
      if passage.side == .following {
        replaced = change
        swap(&latest.sent, &replaced)
      }
      return change
    }
  }

  /// Makes the latest value for the following terminal the latest change of all, and hands it over; `false` where there
  /// is none.
  func claim(_ take: (Change<Value>) -> Void) -> Bool {
    let claimed = latest.withLock { latest -> Change<Value>? in
      guard let sent = latest.sent else { return nil }
      let claimed = Change(sent.value)
      latest = (claimed.stamp, claimed)
      return claimed
    }
    return Change.claim(claimed, take)
  }

  private func end() {
    // Released when the lock is free, as above.
    var sent: Change<Value>?
    latest.withLock { latest in
      latest.stamp = .max
      swap(&latest.sent, &sent)
    }
    toLeading.complete()
    toFollowing.complete()
  }
}
