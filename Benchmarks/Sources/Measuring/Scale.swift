/// Who is compared in a table.
package protocol Contender: CaseIterable, Codable, CodingKeyRepresentable, Hashable, Sendable {
  var rawValue: String { get }
}

extension Library: Contender {}
extension Engine: Contender {}

/// What one thing takes as there is more and more of something else.
package struct Scale<Who: Contender>: Sendable {
  /// Does it with so many, and returns nanoseconds.
  package typealias Implementation = @Sendable (_ size: Int) -> Double

  package let name: String
  package let about: String
  package let sizes: [Int]
  package private(set) var implementations: [Who: Implementation]

  package init(_ name: String, _ about: String, sizes: [Int], _ implementations: [Who: Implementation]) {
    self.name = name
    self.about = about
    self.sizes = sizes
    self.implementations = implementations
  }

  /// The same, without the others.
  package func done(by chosen: [Who]) -> Scale {
    var scale = self
    scale.implementations = implementations.filter { chosen.contains($0.key) }
    return scale
  }

  package func measure(rounds: Int, progress: (String) -> Void = { _ in }) -> ScaleRow<Who> {
    var samples: [Who: [[Double]]] = implementations.mapValues { _ in sizes.map { _ in [] } }
    for round in 0..<rounds {
      for (index, size) in sizes.enumerated() {
        progress("round \(round + 1) of \(rounds): \(name) \(size)")
        for (library, work) in implementations { samples[library]![index].append(work(size)) }
      }
    }
    return ScaleRow(
      name: name, about: about, sizes: sizes,
      nanoseconds: samples.mapValues { $0.map { Statistics($0).median } })
  }
}

package struct ScaleRow<Who: Contender>: Codable, Equatable, Sendable {
  package let name: String
  package let about: String
  package let sizes: [Int]

  /// For each size.
  package let nanoseconds: [Who: [Double]]
}

/// Nanoseconds for each of so many.
package func nanoseconds(per count: Int, _ work: () -> Void) -> Double {
  ContinuousClock().measure(work).nanoseconds / Double(count)
}
