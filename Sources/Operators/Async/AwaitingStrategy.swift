/// Specifies how many values an asynchronous operator works on at a time, and what happens to the others.
public struct AwaitingStrategy: Hashable, Sendable {
  @usableFromInline
  enum Kind: Hashable, Sendable {
    case ordered(Int)
    case unordered(Int)
    case latest
    case first
  }

  @usableFromInline let kind: Kind

  private init(_ kind: Kind) { self.kind = kind }

  /// One at a time, in order; the others are queued.
  public static var concat: AwaitingStrategy { AwaitingStrategy(.ordered(1)) }

  /// Up to `count` at a time; results are sent in the order of the values.
  ///
  /// The others are queued, even while `count` results wait for an earlier one.
  ///
  /// A count below one traps.
  public static func ordered(maxConcurrent count: Int) -> AwaitingStrategy {
    requireCount(count)
    return AwaitingStrategy(.ordered(count))
  }

  /// Up to `count` at a time; results are sent as they arrive. The others are queued. A count below one traps.
  public static func unordered(maxConcurrent count: Int) -> AwaitingStrategy {
    requireCount(count)
    return AwaitingStrategy(.unordered(count))
  }

  /// A new value replaces the current one, whose task is cancelled and whose result is not sent.
  public static var latest: AwaitingStrategy { AwaitingStrategy(.latest) }

  /// A value that arrives while another is being worked on is dropped.
  public static var first: AwaitingStrategy { AwaitingStrategy(.first) }

  private static func requireCount(_ count: Int) {
    if count <= 0 { fatalError("`maxConcurrent` needs a count of 1 or more, got \(count).") }
  }
}
