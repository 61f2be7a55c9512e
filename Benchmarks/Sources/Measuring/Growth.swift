import CAllocations
import Synchronization

/// The cost of each item as their number grows, counted in instructions: times also depend on caches.
package struct Growth: Equatable, Sendable {
  package let name: String

  /// The number of items, and instructions per item for a tenth of them and for all of them.
  package let size: Int
  package let few: Double
  package let many: Double

  /// The permitted ratio of the costs of ten times as many items. A linear structure has 1, a search tree or a sort a
  /// little more, and a linear search 10.
  package static let limit = 1.5

  package init(name: String, size: Int, few: Double, many: Double) {
    self.name = name
    self.size = size
    self.few = few
    self.many = many
  }

  package var ratio: Double { many / few }

  package var fault: String? {
    guard ratio > Self.limit else { return nil }
    return """
      \(name): \(Int(few)) instructions for each of \(size / 10) and \(Int(many)) for each of \(size), \
      \((ratio * 10).rounded() / 10) times as many. \(Self.limit) times are allowed.
      """
  }

  // MARK: Counting

  /// The name of the current count.
  private static let counted = Mutex("")

  static func count(per count: Int, _ work: () -> Void) {
    instructions_begin()
    work()
    instructions_end("\(counted.withLock { $0 })/\(count)")
  }

  /// Runs Rill's part of all level scales under callgrind.
  package static func runForCallgrind(_ scales: [Scale<Library>]) {
    for scale in scales where scale.isLevel {
      guard let work = scale.implementations[.rill] else { continue }
      // The first run creates objects that the runtime retains forever.
      for (label, size) in [("first", 10), ("few", scale.counted / 10), ("many", scale.counted)] {
        counted.withLock { $0 = "\(scale.name)/\(label)" }
        _ = work(size)
      }
    }
  }

  /// Finds the counts of each scale.
  package static func read(_ executed: [String: Executed], of scales: [Scale<Library>]) -> [Growth] {
    scales.filter(\.isLevel).compactMap { scale in
      guard let few = each(executed, "\(scale.name)/few/"), let many = each(executed, "\(scale.name)/many/") else {
        return nil
      }
      return Growth(name: scale.name, size: scale.counted, few: few, many: many)
    }
  }

  /// The name ends with the number of items.
  private static func each(_ executed: [String: Executed], _ prefix: String) -> Double? {
    for (name, executed) in executed where name.hasPrefix(prefix) {
      if let count = Double(name.dropFirst(prefix.count)) { return executed.instructions / count }
    }
    return nil
  }
}

extension Scale {
  /// The number of items to count: enough to show that a scale is not linear, and few enough for valgrind.
  fileprivate var counted: Int { Swift.min(10_000, sizes.last ?? 0) }
}
