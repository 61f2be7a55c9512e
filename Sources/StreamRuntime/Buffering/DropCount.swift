public import StreamPrimitives

/// Counts the values that a ``BufferPolicy`` drops.
///
/// ```swift
/// let drops = DropCount()
/// readings.deliver(on: .main, buffering: .newest(10, counting: drops)).subscribe { print($0) }
/// ```
///
/// It counts for every subscription that waits under the policy, and may be given to several policies: then it has
/// their sum. Any thread may ask at any time.
public final class DropCount: Sendable {
  @usableFromInline let value = Atomic(0)

  /// A count at zero.
  public init() {}

  /// How many values were dropped for want of room so far.
  public var count: Int { value.load(ordering: .relaxed) }

  @usableFromInline
  package func add() { value.add(1, ordering: .relaxed) }
}
