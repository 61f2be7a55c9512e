import Foundation
import Interleaving

/// The set of results over all interleavings of a program.
final class Outcomes<Result: Hashable & Sendable>: Sendable {
  private let lock = NSLock()
  /// Guarded by: lock.
  nonisolated(unsafe) private var found: Set<Result> = []

  func insert(_ result: Result) { lock.withLock { _ = found.insert(result) } }
  var all: Set<Result> { lock.withLock { found } }
}

/// The values read by two threads.
struct Pair: Hashable, Sendable, ExpressibleByArrayLiteral {
  let one: Int
  let other: Int

  init(_ one: Int, _ other: Int) { (self.one, self.other) = (one, other) }
  init(arrayLiteral elements: Int...) { self.init(elements[0], elements[1]) }
}
