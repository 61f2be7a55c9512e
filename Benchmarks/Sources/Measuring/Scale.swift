/// What one thing takes as there is more and more of something else.
package struct Scale: Sendable {
  /// Does it with so many, and returns nanoseconds.
  package typealias Implementation = @Sendable (_ size: Int) -> Double

  package let name: String
  package let about: String
  package let sizes: [Int]
  package let implementations: [Library: Implementation]

  package init(_ name: String, _ about: String, sizes: [Int], _ implementations: [Library: Implementation]) {
    self.name = name
    self.about = about
    self.sizes = sizes
    self.implementations = implementations
  }

  package func measure(rounds: Int, progress: (String) -> Void = { _ in }) -> ScaleRow {
    var samples: [Library: [[Double]]] = implementations.mapValues { _ in sizes.map { _ in [] } }
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

package struct ScaleRow: Codable, Equatable, Sendable {
  package let name: String
  package let about: String
  package let sizes: [Int]

  /// For each size.
  package let nanoseconds: [Library: [Double]]
}

/// Nanoseconds for each of so many.
package func nanoseconds(per count: Int, _ work: () -> Void) -> Double {
  ContinuousClock().measure(work).nanoseconds / Double(count)
}
