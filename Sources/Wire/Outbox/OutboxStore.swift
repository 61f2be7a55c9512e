/// Where an ``Outbox`` keeps its entries, so that they survive the end of the program.
///
/// A store makes each call of ``save(_:)`` durable before it returns, as a whole. Calls may overlap; it serializes
/// them.
public protocol OutboxStore<Message>: Sendable {
  associatedtype Message: Sendable

  /// Returns the stored entries, in the order in which they were posted or reopened.
  ///
  /// Called once, before any other call.
  func entries() throws(StoreFailure) -> [StoredEntry<Message>]

  /// Stores changes, all of them or none.
  func save(_ changes: [StoredChange<Message>]) throws(StoreFailure)
}

/// An entry of an ``OutboxStore``.
public struct StoredEntry<Message: Sendable>: Sendable {
  /// The content of a stored entry.
  public enum Content: Sendable {
    /// It waits for its acknowledgement.
    case waiting(Message)
    /// It was refused, and is not sent, for a reason.
    case refused(Message, reason: String)
    /// It cannot be read: it was written by a newer version of the program, for example. It is kept and not sent.
    case unreadable(reason: String)
  }

  /// The key of the entry.
  public let key: String

  /// The message, and whether it is sent.
  public let content: Content

  /// Creates an entry.
  public init(key: String, _ content: Content) { (self.key, self.content) = (key, content) }
}

/// A change of the entries in an ``OutboxStore``.
public enum StoredChange<Message: Sendable>: Sendable {
  /// A new entry.
  case posted(key: String, Message)
  /// The entry is not sent again, for a reason, but kept.
  case refused(key: String, reason: String)
  /// A refused entry is sent again, after all others.
  case reopened(key: String)
  /// The entry was acknowledged, discarded or replaced.
  case removed(key: String)
}
