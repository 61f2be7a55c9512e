/// The bound of a buffer, and how it treats a value that finds the buffer full.
///
/// Every function with a parameter `buffering` has such a buffer: ``StreamProtocol/values(buffering:)`` and
/// `deliver(on:buffering:)`, for example.
///
/// ```swift
/// readings.values(buffering: .newest(1))
/// readings.deliver(on: .main, buffering: .coalescing { waiting, new in max(waiting, new) })
/// ```
public struct BufferPolicy<Value: Sendable>: Sendable {
  @usableFromInline
  enum Kind: Sendable {
    case unbounded
    case newest(Int)
    case oldest(Int)
    case suspending(Int)
    case coalescing(@Sendable (Value, Value) -> Value)
  }

  @usableFromInline let kind: Kind
  @usableFromInline let drops: DropCount?

  private init(_ kind: Kind, limit: Int = 1, drops: DropCount? = nil) {
    if limit <= 0 { fatalError("A BufferPolicy's limit needs to be 1 or more, got \(limit).") }
    self.kind = kind
    self.drops = drops
  }

  /// Keeps every value. Memory is the only bound.
  public static var unbounded: BufferPolicy { BufferPolicy(.unbounded) }

  /// Keeps the newest `limit` values. A new value drops the oldest, which `drops` counts. A limit below one traps.
  public static func newest(_ limit: Int, counting drops: DropCount? = nil) -> BufferPolicy {
    BufferPolicy(.newest(limit), limit: limit, drops: drops)
  }

  /// Keeps the oldest `limit` values. A new value that finds the buffer full is dropped, which `drops` counts. A limit
  /// below one traps.
  public static func oldest(_ limit: Int, counting drops: DropCount? = nil) -> BufferPolicy {
    BufferPolicy(.oldest(limit), limit: limit, drops: drops)
  }

  /// Keeps at most one value, and combines a new value with it.
  ///
  /// `combine` receives the buffered value and the new one. It runs where the stream delivers, with no lock held. A
  /// consumer that asks for a value meanwhile gets the combined one.
  public static func coalescing(_ combine: @escaping @Sendable (Value, Value) -> Value) -> BufferPolicy {
    BufferPolicy(.coalescing(combine))
  }

  /// Keeps `limit` values, and suspends senders that can wait while the buffer is full.
  ///
  /// No value is lost. The value of a sender that cannot wait (a plain `send`, a timer, a `deliver(on:)` of another
  /// policy) is kept beyond the limit. Under a limit of eight or more, a sender resumes when half of the buffer is
  /// free, so it resumes once for many values. No thread is ever blocked.
  ///
  /// Three senders can wait. A source that is an asynchronous sequence waits before it requests its next element. So
  /// does `await subject.send(awaitingCapacity:)`. A `deliver(on:)` of this policy takes no value from its queue while
  /// a consumer downstream has no capacity, so it suspends its own senders.
  ///
  /// A cycle of full `.suspending` buffers deadlocks. A limit below one traps.
  public static func suspending(_ limit: Int) -> BufferPolicy { BufferPolicy(.suspending(limit), limit: limit) }

  /// Whether the policy suspends senders.
  package var suspendsSenders: Bool {
    if case .suspending = kind { true } else { false }
  }
}
