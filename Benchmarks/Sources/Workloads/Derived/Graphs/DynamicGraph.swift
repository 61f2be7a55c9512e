import Measuring

/// The rectangles of Reactively: rows of nodes, each computed from some nodes of the previous row.
///
/// Dynamic nodes skip one input from time to time.
struct DynamicGraph: GraphShape {
  typealias Number = Double

  let width: Int
  /// The number of rows, including the sources.
  let layers: Int
  /// The fraction of nodes that always read the same inputs.
  let staticFraction: Double
  let inputs: Int
  /// The fraction of the last row that is read.
  let readFraction: Double
  let iterations: Int
  let sum: Double
  let count: Int

  func build<E: GraphEngine>(_ engine: E.Type, batched: Bool) throws -> BuiltGraph where E.Number == Double {
    let runs = Counter()
    let sources = (0..<width).map { E.source(Double($0)) }
    let leaves = choose(from: rows(E.self, above: sources.map(E.node), runs))
    let effect = E.effect(leaves) { for _ in $0 {} }

    var next = 0
    func run(_ rounds: Int) {
      // A part continues where the previous one stopped, so that the values set are new.
      if rounds == iterations { next = 0 }
      for iteration in next..<next + rounds {
        let place = iteration % width
        E.set(sources[place], Double(iteration + place), batched: batched)
        for leaf in leaves { _ = E.value(leaf) }
      }
      next += rounds
    }
    // The first run sets a source to its current value, and so counts less.
    var isWarm = false
    func check() throws {
      try expect(leaves.reduce(0) { E.value($1) + $0 }, sum, "sum of a dynamic graph")
      // With fixed inputs, dynamic nodes are also computed for inputs that they skip.
      if isWarm, staticFraction == 1 || !E.hasFixedInputs { try expect(runs.count, count, "runs of a dynamic graph") }
      isWarm = true
    }
    return BuiltGraph { rounds in
      runs.count = 0
      let start = ContinuousClock.now
      run(rounds)
      let end = ContinuousClock.now
      if rounds == iterations { try check() }
      withExtendedLifetime(effect) {}
      return end - start
    }
  }

  private func rows<E: GraphEngine>(
    _ engine: E.Type, above sources: [E.Node], _ runs: Counter
  ) -> [E.Node] where E.Number == Double {
    var random = PseudoRandom()
    var row = sources
    for _ in 1..<layers {
      row = row.indices.map { index in
        let inputs = (0..<inputs).map { row[(index + $0) % width] }
        return random.next() < staticFraction ? fixed(E.self, inputs, runs) : dynamic(E.self, inputs, runs)
      }
    }
    return row
  }

  private func fixed<E: GraphEngine>(
    _ engine: E.Type, _ inputs: [E.Node], _ runs: Counter
  ) -> E.Node where E.Number == Double {
    E.combine(inputs) { values in
      runs.count += 1
      var sum = 0.0
      for value in values { sum += value }
      return sum
    }
  }

  private func dynamic<E: GraphEngine>(
    _ engine: E.Type, _ inputs: [E.Node], _ runs: Counter
  ) -> E.Node where E.Number == Double {
    E.combine(inputs) { values in
      runs.count += 1
      var sum = values[0]
      let first = Int(sum)
      let leftOut = first & 1 != 0 ? 1 + first % (values.count - 1) : 0
      for index in 1..<values.count where index != leftOut { sum += values[index] }
      return sum
    }
  }

  private func choose<Leaf>(from leaves: [Leaf]) -> [Leaf] {
    var random = PseudoRandom()
    var leaves = leaves
    for _ in 0..<Int((Double(width) * (1 - readFraction)).rounded()) {
      leaves.remove(at: Int(random.next() * Double(leaves.count)))
    }
    return leaves
  }
}
