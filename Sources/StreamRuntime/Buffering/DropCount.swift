public import StreamPrimitives

/// Counts the values that a ``BufferPolicy`` drops.
///
/// ```swift
/// let drops = DropCount()
/// readings.deliver(on: .main, buffering: .newest(10, counting: drops)).subscribe { print($0) }
/// ```
///
/// It counts for every subscription under the policy. Several policies may share a count, which is then their sum. It
/// can be read on any thread at any time.
public final class DropCount: Sendable {
  @usableFromInline let value = Atomic(0)

  /// A count at zero.
  public init() {}

  /// The number of values dropped so far because a buffer was full.
  public var count: Int { value.load(ordering: .relaxed) }

  @usableFromInline
  package func add() { value.add(1, ordering: .relaxed) }
}
