/// How many values may wait where values wait, and what becomes of one for which there is no room.
///
/// There are three such places: a loop over ``StreamProtocol/values(buffering:)`` that is busy, the actions of
/// `deliver(on:buffering:)`, and a pause of `paused(by:buffering:)`.
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

  @usableFromInline
  init(_ kind: Kind) {
    self.kind = kind
    drops = nil
  }

  private init(_ kind: Kind, limit: Int, drops: DropCount? = nil) {
    precondition(limit > 0, "A buffer needs room for at least one value, and this one has room for \(limit).")
    self.kind = kind
    self.drops = drops
  }

  /// Every value waits; memory is the only bound.
  public static var unbounded: BufferPolicy { BufferPolicy(.unbounded) }

  /// At most `limit` values wait; a new one pushes out the oldest, which `drops` counts. A limit below one traps.
  public static func newest(_ limit: Int, counting drops: DropCount? = nil) -> BufferPolicy {
    BufferPolicy(.newest(limit), limit: limit, drops: drops)
  }

  /// At most `limit` values wait; a new one that finds no room is dropped, which `drops` counts. A limit below one
  /// traps.
  public static func oldest(_ limit: Int, counting drops: DropCount? = nil) -> BufferPolicy {
    BufferPolicy(.oldest(limit), limit: limit, drops: drops)
  }

  /// At most one value waits; a new one is combined with it. `combine` gets the one that waits and the new one, and
  /// runs where the stream delivers, with no lock held: if the one that waited is asked for meanwhile, the asker gets
  /// the combined one.
  public static func coalescing(_ combine: @escaping @Sendable (Value, Value) -> Value) -> BufferPolicy {
    BufferPolicy(.coalescing(combine))
  }

  /// At most `limit` values wait, and a sender that can wait does so until there is room. No value is lost: that of a
  /// sender that cannot wait (a plain `send`, a timer, a `deliver(on:)` of another policy) is kept beyond the limit.
  ///
  /// Under a limit of eight or more a sender goes on when there is room for half of them: so it is woken once for many.
  ///
  /// No thread is ever blocked.
  ///
  /// An asynchronous sequence that is the source waits before it asks for its next element, and so do `await
  /// subject.send(awaitingRoom:)` and a `deliver(on:)` of this policy: it takes no value while one that it has
  /// delivered waits for room below, so the pressure goes on to its own senders.
  ///
  /// Where streams make a circle, and all of it is full, everyone waits for the next. A limit below one traps.
  public static func suspending(_ limit: Int) -> BufferPolicy { BufferPolicy(.suspending(limit), limit: limit) }

  /// Whether senders that can wait do so.
  package var suspendsSenders: Bool {
    if case .suspending = kind { true } else { false }
  }
}
