/// What becomes of an inner stream that arrives while another is still running.
public struct FlattenStrategy: Hashable, Sendable {
  @usableFromInline
  enum Kind: Hashable, Sendable {
    case merge
    case limited(Int)
    case latest
    case first
  }

  @usableFromInline let kind: Kind

  private init(_ kind: Kind) { self.kind = kind }

  /// It runs beside the others; their values mix as they come.
  public static var merge: FlattenStrategy { FlattenStrategy(.merge) }

  /// It runs beside the others while they are fewer than `count`; else it waits, behind those that came before it,
  /// until one has completed.
  ///
  /// The queue is not bounded. A count below one traps.
  public static func merge(maxConcurrent count: Int) -> FlattenStrategy {
    precondition(count > 0, "Cannot merge \(count) streams at a time.")
    return FlattenStrategy(.limited(count))
  }

  /// It waits until the others have completed, in order. The queue is not bounded.
  public static var concat: FlattenStrategy { FlattenStrategy(.limited(1)) }

  /// It replaces the one that is running, which is disposed first.
  public static var latest: FlattenStrategy { FlattenStrategy(.latest) }

  /// It is dropped, without being subscribed to.
  public static var first: FlattenStrategy { FlattenStrategy(.first) }
}
