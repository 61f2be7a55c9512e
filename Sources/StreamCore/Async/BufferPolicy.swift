/// What becomes of values that a consumer has not asked for yet; for ``StreamProtocol/values(buffering:)``.
@frozen
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

  @usableFromInline
  init(_ kind: Kind) { self.kind = kind }

  private init(_ kind: Kind, limit: Int) {
    precondition(limit > 0, "A buffer needs room for at least one value, and this one has room for \(limit).")
    self.kind = kind
  }

  /// Every value waits; memory is the only bound.
  public static var unbounded: BufferPolicy { BufferPolicy(.unbounded) }

  /// At most `limit` values wait; a new one pushes out the oldest. A limit below one traps.
  public static func newest(_ limit: Int) -> BufferPolicy { BufferPolicy(.newest(limit), limit: limit) }

  /// At most `limit` values wait; a new one that finds no room is dropped. A limit below one traps.
  public static func oldest(_ limit: Int) -> BufferPolicy { BufferPolicy(.oldest(limit), limit: limit) }

  /// At most one value waits; a new one is combined with it. `combine` gets the one that waits and the new one, and runs where the stream
  /// delivers.
  public static func coalescing(_ combine: @escaping @Sendable (Value, Value) -> Value) -> BufferPolicy {
    BufferPolicy(.coalescing(combine))
  }

  /// `limit` values wait, and whoever sends one more waits with it until there is room.
  ///
  /// An asynchronous sequence that is the source waits before it asks for its next element, and so does
  /// `await subject.send(awaitingRoom:)`. No value is lost: one whose sender cannot wait (a plain `send`, a timer, whatever was moved by
  /// `deliver(on:)`) is kept beyond the limit. A limit below one traps.
  public static func suspending(_ limit: Int) -> BufferPolicy { BufferPolicy(.suspending(limit), limit: limit) }
}
