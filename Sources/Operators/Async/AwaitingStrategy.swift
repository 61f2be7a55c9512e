/// How many values are worked on at a time by an operator whose closure is asynchronous, and what becomes of one that
/// arrives meanwhile.
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

  /// One at a time, in order; the others wait.
  public static var concat: AwaitingStrategy { AwaitingStrategy(.ordered(1)) }

  /// Up to `count` at a time; results are sent in the order of the values. The others wait, also while as many results
  /// wait for an earlier one.
  ///
  /// A count below one traps.
  public static func ordered(maxConcurrent count: Int) -> AwaitingStrategy {
    requireCount(count)
    return AwaitingStrategy(.ordered(count))
  }

  /// Up to `count` at a time; results are sent as they come. The others wait. A count below one traps.
  public static func unordered(maxConcurrent count: Int) -> AwaitingStrategy {
    requireCount(count)
    return AwaitingStrategy(.unordered(count))
  }

  /// A new value replaces the one that is being worked on, whose task is cancelled and whose result is not sent.
  public static var latest: AwaitingStrategy { AwaitingStrategy(.latest) }

  /// A value that comes while another is being worked on is dropped.
  public static var first: AwaitingStrategy { AwaitingStrategy(.first) }

  private static func requireCount(_ count: Int) {
    precondition(count > 0, "Cannot work on \(count) values at a time.")
  }
}
