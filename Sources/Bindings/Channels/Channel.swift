import StreamCore
import Subjects

/// A two-way connection between a model, which drives a value, and a view, which shows it.
///
/// A value that is sent to one terminal is received at the other, and not at the same one. They differ in the first
/// value of a new subscriber:
///
///     sent to leading        1---2---------
///     following, at first    1---2---------
///     following, later           ^2--------     the latest value sent to leading, then the rest
///     sent to following      ------7---8---
///     leading, later               ^---8---     only what is sent from then on
///
/// Bind a model to the leading terminal and a view to the following one. The view then starts with the value of the
/// model, and the model receives edits only. Completing either terminal completes both, after the values that were sent
/// before, also for later subscribers. The channel need not be retained: it lives as long as one of its terminals, or a
/// subscription or binding of one.
public struct Channel<Value: Sendable>: Sendable {
  /// The end of the model.
  public let leading: Terminal<Value>

  /// The end of the view.
  public let following: Terminal<Value>

  /// Creates a channel through which no value has passed.
  public init() {
    let core = ChannelCore<Value>()
    leading = Terminal(
      changes: core.toLeading.signal,
      claim: { _ in false },
      accept: { core.pass(.change($0), to: .following) },
      set: { core.pass(.value($0), to: .following) },
      finish: { core.perform { core.end() } })
    following = Terminal(
      changes: core.toFollowing.signal,
      claim: { core.claim($0) },
      accept: { core.pass(.change($0), to: .leading) },
      set: { core.pass(.value($0), to: .leading) },
      finish: { core.perform { core.end() } })
  }
}

/// The queue of a channel, one for both directions. So a change that a binding brings back is recognized by its stamp.
private final class ChannelCore<Value: Sendable>: Gated {
  enum Side { case leading, following }

  let toLeading = Subject<Change<Value>, Never>()
  let toFollowing = ReplaySubject<Change<Value>, Never>(count: 1)

  enum Content: Sendable {
    /// A change from a binding; it may have passed before.
    case change(Change<Value>)
    /// A value that was sent to a terminal.
    case value(Value)
  }

  struct Passage: Sendable {
    let content: Content
    let side: Side
  }

  let gate = Gate<Passage>()

  /// The stamp of the latest change that has passed, and the latest change for the following terminal.
  ///
  /// After the end the stamp is the greatest one, so that no change passes.
  private let latest = Lock<(stamp: UInt64, sent: Change<Value>?)>((0, nil))

  func pass(_ content: Content, to side: Side) {
    enqueue(Passage(content: content, side: side))
  }

  func deliver(_ passage: Passage) {
    guard let change = take(passage) else { return }
    switch passage.side {
    case .leading: toLeading.send(change)
    case .following: toFollowing.send(change)
    }
  }

  /// Drops a change from a binding unless it is later than all changes that have passed. A value that is sent is always
  /// later. After the end everything is dropped.
  private func take(_ passage: Passage) -> Change<Value>? {
    // Released after the lock: it may own anything.
    var replaced: Change<Value>?
    return latest.withLock { latest in
      let change: Change<Value>
      switch passage.content {
      case .change(let brought): change = brought
      case .value(let value): change = Change(value)
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

  /// Makes the latest value for the following terminal the latest change of all, and passes it to `take`. Returns
  /// `false` if there is none.
  func claim(_ take: (Change<Value>) -> Void) -> Bool {
    let claimed = latest.withLock { latest -> Change<Value>? in
      guard let sent = latest.sent else { return nil }
      let claimed = Change(sent.value)
      latest = (claimed.stamp, claimed)
      return claimed
    }
    return Change.claim(claimed, take)
  }

  /// Ends both terminals. It is queued as values are, so it overtakes none.
  func end() {
    // Released after the lock, as above.
    var sent: Change<Value>?
    latest.withLock { latest in
      latest.stamp = .max
      swap(&latest.sent, &sent)
    }
    toLeading.complete()
    toFollowing.complete()
  }
}
