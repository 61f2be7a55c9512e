/// Specifies how many inner streams may run at a time.
///
/// A further stream waits, replaces the running one, or is dropped. The task of an asynchronous operator, such as
/// `map(awaiting:)`, counts as an inner stream.
public struct FlattenStrategy: Hashable, Sendable {
  @usableFromInline
  enum Kind: Hashable, Sendable {
    case merge
    case limited(Int)
    case ordered(Int)
    case latest
    case first
  }

  @usableFromInline let kind: Kind

  private init(_ kind: Kind) { self.kind = kind }

  /// It runs concurrently with the others; values are sent as they arrive.
  public static var merge: FlattenStrategy { FlattenStrategy(.merge) }

  /// It runs if fewer than `count` streams are running; otherwise it is queued.
  ///
  /// The queue is unbounded. A count below one traps.
  public static func merge(maxConcurrent count: Int) -> FlattenStrategy {
    if count <= 0 { fatalError("`merge(maxConcurrent:)` needs a count of 1 or more, got \(count).") }
    return FlattenStrategy(.limited(count))
  }

  /// It runs if fewer than `count` streams are running or waiting to be sent; otherwise it is queued.
  ///
  /// The values of a stream are sent when all earlier streams have completed, and wait until then, without a bound. So
  /// the result has the order of ``concat``. A stream that has completed keeps its place until then. The queue is
  /// unbounded. A count below one traps. Reactor calls this `flatMapSequential`.
  public static func ordered(maxConcurrent count: Int) -> FlattenStrategy {
    if count <= 0 { fatalError("`ordered(maxConcurrent:)` needs a count of 1 or more, got \(count).") }
    return FlattenStrategy(.ordered(count))
  }

  /// It is queued until all earlier streams have completed. The queue is unbounded.
  public static var concat: FlattenStrategy { FlattenStrategy(.limited(1)) }

  /// It replaces the running stream, which is disposed first.
  public static var latest: FlattenStrategy { FlattenStrategy(.latest) }

  /// It is dropped, without being subscribed to.
  public static var first: FlattenStrategy { FlattenStrategy(.first) }

  /// ``merge(maxConcurrent:)``
  @available(*, unavailable, renamed: "merge(maxConcurrent:)")
  public static func unordered(maxConcurrent count: Int) -> FlattenStrategy { fatalError() }
}

/// ``FlattenStrategy``
@available(*, unavailable, renamed: "FlattenStrategy")
public typealias AwaitingStrategy = FlattenStrategy
