import StreamCore
import Subjects

/// A two-way connection between what drives a value and what shows it.
///
/// What is sent to one terminal is heard at the other, and not at the one it was sent to. They differ in what a new subscriber gets:
///
///     sent to leading        1---2---------
///     following, at first    1---2---------
///     following, later           ^2--------     the latest value sent to leading, then the rest
///     sent to following      ------7---8---
///     leading, later               ^---8---     only what is sent from then on
///
/// So a model is bound to the leading terminal and a view to the following one: it starts with what the model has, and the model hears of edits
/// only. Completing either terminal completes both, also for later subscribers. The channel need not be kept: it
/// lives while one of its terminals, or a subscription or binding of one, does.
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
      claim: { nil },
      accept: { core.pass(.change($0), to: .following) },
      set: { core.pass(.value($0), to: .following) },
      finish: { core.complete() })
    following = Terminal(
      changes: core.toFollowing.signal,
      claim: { core.claim() },
      accept: { core.pass(.change($0), to: .leading) },
      set: { core.pass(.value($0), to: .leading) },
      finish: { core.complete() })
  }
}

/// What goes through a channel, in one line for both directions: so a change that a binding brings back is known by its stamp.
private final class ChannelCore<Value: Sendable>: Sendable {
  enum Side { case leading, following }

  let toLeading = Subject<Change<Value>, Never>()
  let toFollowing = ReplaySubject<Change<Value>, Never>(count: 1)

  enum Content: Sendable {
    /// Brought by a binding: it may be one that has been here.
    case change(Change<Value>)
    /// Sent by somebody.
    case value(Value)
  }

  private struct Passage: Sendable {
    let content: Content
    let side: Side
  }

  private let gate = Gate<Passage>()
  private let latest = Lock<(stamp: UInt64, sent: Change<Value>?)>((0, nil))

  func pass(_ content: Content, to side: Side) {
    gate.admit(Passage(content: content, side: side)) { passage in
      guard let change = take(passage) else { return }
      switch passage.side {
      case .leading: toLeading.send(change)
      case .following: toFollowing.send(change)
      }
    }
  }

  /// What a binding brings is dropped unless it is later than all that went through; what is sent is later.
  private func take(_ passage: Passage) -> Change<Value>? {
    // Holds what is replaced until the lock is free: releasing it may run anything.
    var replaced: Change<Value>?
    return latest.withLock { latest in
      let change: Change<Value>
      switch passage.content {
      case .change(let brought):
        guard brought.stamp > latest.stamp else { return nil }
        change = brought
      case .value(let value): change = Change(value)
      }
      latest.stamp = change.stamp
      if passage.side == .following {
        replaced = change
        swap(&latest.sent, &replaced)
      }
      return change
    }
  }

  /// Makes the latest value for the following terminal the latest change of all.
  func claim() -> Change<Value>? {
    latest.withLock { latest in
      guard let sent = latest.sent else { return nil }
      let claimed = Change(sent.value)
      latest = (claimed.stamp, claimed)
      return claimed
    }
  }

  func complete() {
    toLeading.complete()
    toFollowing.complete()
  }
}
