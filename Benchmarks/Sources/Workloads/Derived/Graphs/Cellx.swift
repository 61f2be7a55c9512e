import Measuring

/// Layers of four nodes, each with its own observer. Building is not timed.
struct Cellx: GraphShape {
  typealias Number = Int

  let layers: Int

  func build<E: GraphEngine>(_ engine: E.Type, batched: Bool) throws -> BuiltGraph where E.Number == Int {
    let (before, after) = Self.published[layers] ?? (computed([1, 2, 3, 4]), computed([4, 3, 2, 1]))
    return BuiltGraph { rounds in
      var total = Duration.zero
      for _ in 0..<rounds {
        let start = (1...4).map { E.source($0) }
        var ends = start.map(E.node)
        var effects: [E.Effect] = []
        for _ in 0..<layers {
          let (p1, p2, p3, p4) = (ends[0], ends[1], ends[2], ends[3])
          ends = [
            E.map(p2) { $0 }, E.combine(p1, p3) { $0 - $1 }, E.combine(p2, p4) { $0 + $1 }, E.map(p3) { $0 },
          ]
          for node in ends { effects.append(E.effect(node) { _ in }) }
        }
        var read = (before: [0], after: [0])
        total += ContinuousClock().measure {
          read.before = ends.map(E.value)
          E.batch { for (number, source) in start.enumerated() { E.set(source, 4 - number) } }
          read.after = ends.map(E.value)
        }
        E.end(&effects)
        try expect(read.before, before, "cellx before")
        try expect(read.after, after, "cellx after")
      }
      return total
    }
  }

  /// Computes the result by a loop, without a graph.
  private func computed(_ start: [Int]) -> [Int] {
    (0..<layers).reduce(start) { p, _ in [p[1], p[0] - p[2], p[1] + p[3], p[2]] }
  }

  /// The published results for some numbers of layers.
  private static let published = [
    1_000: (before: [-3, -6, -2, 2], after: [-2, -4, 2, 3]), 2_500: (before: [-3, -6, -2, 2], after: [-2, -4, 2, 3]),
    5_000: (before: [2, 4, -1, -6], after: [-2, 1, -4, -4]),
  ]
}
