import Rill

/// A counter: a number, and a button that increments it.
@MainActor
public final class Counter {
  @Observed public private(set) var count = 0

  public private(set) lazy var increment = Command(self) { counter in counter.count += 1 }

  public init() {}
}
