import CAllocations
import Synchronization

/// Whether something takes the more for each the more of it there is: counted, since times depend on caches as well.
package struct Growth: Equatable, Sendable {
  package let name: String

  /// How many there are, and instructions for each of a tenth of them and for each of all.
  package let size: Int
  package let few: Double
  package let many: Double

  /// How much more each may take of ten times as many. What is linear takes no more, what is searched in a tree or sorted a little, and
  /// what walks past all the others ten times as much.
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

  /// What is being counted.
  private static let counted = Mutex("")

  static func count(per count: Int, _ work: () -> Void) {
    instructions_begin()
    work()
    instructions_end("\(counted.withLock { $0 })/\(count)")
  }

  /// Runs Rill's part of all that stays level under callgrind.
  package static func runForCallgrind(_ scales: [Scale<Library>]) {
    for scale in scales where scale.isLevel {
      guard let work = scale.implementations[.rill] else { continue }
      // The first makes what the run time keeps for ever.
      for (label, size) in [("first", 10), ("few", scale.counted / 10), ("many", scale.counted)] {
        counted.withLock { $0 = "\(scale.name)/\(label)" }
        _ = work(size)
      }
    }
  }

  /// Finds what was counted of each.
  package static func read(_ executed: [String: Executed], of scales: [Scale<Library>]) -> [Growth] {
    scales.filter(\.isLevel).compactMap { scale in
      guard let few = each(executed, "\(scale.name)/few/"), let many = each(executed, "\(scale.name)/many/") else {
        return nil
      }
      return Growth(name: scale.name, size: scale.counted, few: few, many: many)
    }
  }

  /// The name ends with how many there were.
  private static func each(_ executed: [String: Executed], _ prefix: String) -> Double? {
    for (name, executed) in executed where name.hasPrefix(prefix) {
      if let count = Double(name.dropFirst(prefix.count)) { return executed.instructions / count }
    }
    return nil
  }
}

extension Scale {
  /// How many are counted: enough for what is not linear to show, and few enough for valgrind.
  fileprivate var counted: Int { Swift.min(10_000, sizes.last ?? 0) }
}
