public import StreamCore
import StreamPrimitives

/// A store for the answers of ``Resources``: in memory, in a file, in a database.
///
/// It is called on any thread, with no lock held.
public protocol ResourceStore<Key, Value>: Sendable {
  associatedtype Key: Hashable & Sendable
  associatedtype Value: Sendable

  /// Returns the answer for a key, if there is one.
  func answer(for key: Key) -> StoredAnswer<Value>?

  /// Stores an answer, and replaces an earlier one.
  func keep(_ answer: StoredAnswer<Value>, for key: Key)
}

/// An answer in a ``ResourceStore``.
public struct StoredAnswer<Value: Sendable>: Sendable {
  /// The answer.
  public let value: Value

  /// When it was loaded, on the clock of the resource's scheduler; `nil` if that is not known.
  ///
  /// Without a time the answer is shown as the previous one, while the first load runs. A store outside of the process
  /// does not keep the time, because an instant has no meaning in another process.
  public let loadedAt: AnyInstant?

  /// Creates an answer.
  public init(_ value: Value, loadedAt: AnyInstant? = nil) { (self.value, self.loadedAt) = (value, loadedAt) }
}

/// A ``ResourceStore`` in memory, which keeps the newest answers.
public final class MemoryStore<Key: Hashable & Sendable, Value: Sendable>: ResourceStore {
  private let limit: Int
  private let kept = SharedDictionary<Key, (number: Int, answer: StoredAnswer<Value>)>()

  /// The number of calls of ``keep(_:for:)``; a greater number is a newer answer.
  private let lastNumber = Atomic(0)

  /// Creates a store.
  ///
  /// - Parameter limit: The number of answers; of more than twice as many, the oldest are dropped. Less than 1 traps.
  public init(limit: Int = 1_000) {
    if limit < 1 { fatalError("`MemoryStore(limit:)` needs 1 or more, got \(limit).") }
    self.limit = limit
  }

  /// Returns the answer for a key, if there is one.
  public func answer(for key: Key) -> StoredAnswer<Value>? { kept.value(for: key)?.answer }

  /// Stores an answer, and replaces an earlier one. Takes amortized logarithmic time.
  public func keep(_ answer: StoredAnswer<Value>, for key: Key) {
    let number = lastNumber.add(1, ordering: .relaxed).newValue
    kept.update(key) { $0 = (number, answer) }
    guard kept.count > limit * 2 else { return }
    for entry in kept.all.sorted(by: { $0.value.number > $1.value.number }).dropFirst(limit) {
      kept.update(entry.key) { if $0?.number == entry.value.number { $0 = nil } }
    }
  }
}
