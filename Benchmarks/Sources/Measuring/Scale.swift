/// The implementations compared in a table.
package protocol Contender: CaseIterable, Codable, CodingKeyRepresentable, Hashable, Sendable {
  var rawValue: String { get }
}

extension Library: Contender {}
extension Engine: Contender {}

/// The cost of one operation as the number of something grows.
package struct Scale<Who: Contender>: Sendable {
  /// Runs with a given size, and returns nanoseconds; `nil` if it cannot.
  package typealias Implementation = @Sendable (_ size: Int) -> Double?

  package let name: String
  package let about: String
  package let sizes: [Int]

  /// Whether the cost per item does not depend on their number.
  package let isLevel: Bool
  package private(set) var implementations: [Who: Implementation]

  package init(
    _ name: String, _ about: String, sizes: [Int], isLevel: Bool = true, _ implementations: [Who: Implementation]
  ) {
    self.name = name
    self.about = about
    self.sizes = sizes
    self.isLevel = isLevel
    self.implementations = implementations
  }

  /// Returns this scale with only the chosen implementations.
  package func done(by chosen: [Who]) -> Scale {
    var scale = self
    scale.implementations = implementations.filter { chosen.contains($0.key) }
    return scale
  }

  package func measure(rounds: Int, upTo largest: Int = .max, progress: (String) -> Void = { _ in }) -> ScaleRow<Who> {
    let sizes = sizes.filter { $0 <= largest }
    var samples: [Who: [[Double]]] = implementations.mapValues { _ in sizes.map { _ in [] } }
    for round in 0..<rounds {
      for (index, size) in sizes.enumerated() {
        progress("round \(round + 1) of \(rounds): \(name) \(size)")
        for (library, work) in implementations {
          if let sample = work(size) { samples[library]![index].append(sample) }
        }
      }
    }
    return ScaleRow(
      name: name, about: about, sizes: sizes,
      nanoseconds: samples.mapValues { $0.map { $0.isEmpty ? nil : Statistics($0).median } })
  }
}

package struct ScaleRow<Who: Contender>: Codable, Equatable, Sendable {
  package let name: String
  package let about: String
  package let sizes: [Int]

  /// One value for each size.
  package let nanoseconds: [Who: [Double?]]

  package init(name: String, about: String, sizes: [Int], nanoseconds: [Who: [Double?]]) {
    self.name = name
    self.about = about
    self.sizes = sizes
    self.nanoseconds = nanoseconds
  }
}

extension [Int] {
  /// The powers of ten from one to a million.
  package static var decades: [Int] { [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000] }
}

/// Returns nanoseconds per item; under callgrind it counts instructions instead.
package func nanoseconds(per count: Int, _ work: () -> Void) -> Double {
  guard Callgrind.isRunning else { return ContinuousClock().measure(work).nanoseconds / Double(count) }
  Growth.count(per: count, work)
  return 0
}

/// Returns nanoseconds per item of work that is repeated until it is long enough to measure.
package func nanoseconds(perEachOf count: Int, _ work: () -> Void) -> Double {
  let rounds = Swift.max(1, 10_000 / count)
  return nanoseconds(per: rounds * count) { for _ in 0..<rounds { work() } }
}
