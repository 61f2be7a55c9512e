import Measuring

/// A graph and the work on it, written once for all engines.
protocol GraphShape: Sendable {
  associatedtype Number: Numeric & Sendable
  func build<E: GraphEngine>(_ engine: E.Type, batched: Bool) throws -> BuiltGraph where E.Number == Number
}

extension GraphWorkload {
  /// - Parameter others: Engines that cannot do the work, or would do other work.
  init(
    _ name: String, _ suite: Suite, _ shape: some GraphShape, rounds: Int, units: Double, unit: String = "node",
    isDoneWithoutBatches: Bool = true, isInMean: Bool = true, without others: [Engine] = []
  ) {
    let build: [Engine: @Sendable (Bool) throws -> BuiltGraph] = [
      .plainTracked: { try shape.build(DirtyTracked<PlainObjects>.self, batched: $0) },
      .plainStatic: { try shape.build(DirtyStatic<PlainObjects>.self, batched: $0) },
      .dirtyTracked: { try shape.build(DirtyTracked<Uncounted>.self, batched: $0) },
      .dirtyStatic: { try shape.build(DirtyStatic<Uncounted>.self, batched: $0) },
      .push: { try shape.build(PushStatic.self, batched: $0) },
      .rillStatic: { try shape.build(RillStatic.self, batched: $0) },
      .rillTracked: { try shape.build(RillTracked.self, batched: $0) },
    ]
    self.init(
      name, suite, rounds: rounds, units: units, unit: unit, isDoneWithoutBatches: isDoneWithoutBatches,
      isInMean: isInMean, build.filter { !others.contains($0.key) })
  }
}

/// Builds a graph that exists all the time: it is warmed up, and then every round is timed.
func repeating(_ effects: some Any, _ iteration: @escaping () throws -> Void) throws -> BuiltGraph {
  for _ in 0..<3 { try iteration() }
  return BuiltGraph { rounds in
    let start = ContinuousClock.now
    for _ in 0..<rounds { try iteration() }
    let end = ContinuousClock.now
    withExtendedLifetime(effects) {}
    return end - start
  }
}
