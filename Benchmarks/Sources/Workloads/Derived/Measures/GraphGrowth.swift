import Measuring

/// The cost of a node as graphs grow: constant for a linear engine.
package let graphGrowth: [Scale<Engine>] = [
  growth("derived_fan", "ns per node and set: maps of one source, each observed", Fan()),
  growth("derived_chain", "ns per node and set: maps in a chain, of which the last is observed", Chain()),
  growth("derived_join", "ns per input and set: one property of many sources, of which one is set", Join()),
  growth("derived_unrelated", "ns per set of an observed source, beside a chain that was set before", Unrelated()),
]

/// Builds a graph of a given size, sets it, and returns the nanoseconds per node.
private protocol GrowingGraph: Sendable {
  func cost<E: GraphEngine>(_ engine: E.Type, _ size: Int) -> Double where E.Number == Int
}

private func growth(_ name: String, _ about: String, _ graph: some GrowingGraph) -> Scale<Engine> {
  Scale(
    name, about, sizes: [10, 100, 1_000, 10_000, 100_000, 1_000_000],
    [
      .plainTracked: { graph.cost(DirtyTracked<PlainObjects<Int>>.self, $0) },
      .plainStatic: { graph.cost(DirtyStatic<PlainObjects<Int>>.self, $0) },
      .dirtyTracked: { graph.cost(DirtyTracked<Uncounted<Int>>.self, $0) },
      .dirtyStatic: { graph.cost(DirtyStatic<Uncounted<Int>>.self, $0) },
      .push: { graph.cost(PushStatic.self, $0) },
      .rillStatic: { graph.cost(RillStatic.self, $0) },
      .rillTracked: { graph.cost(RillTracked.self, $0) },
    ])
}

extension GraphEngine where Number == Int {
  fileprivate static func cost(of source: Source, nodes: Int) -> Double {
    let rounds = max(2, 200_000 / nodes)
    set(source, -1)
    return nanoseconds(per: rounds * nodes) { for number in 0..<rounds { set(source, number) } }
  }
}

private struct Fan: GrowingGraph {
  func cost<E: GraphEngine>(_ engine: E.Type, _ size: Int) -> Double where E.Number == Int {
    let source = E.source(0)
    let total = Total()
    var effects = (0..<size).map { number in E.effect(E.map(E.node(source)) { $0 &+ number }) { total.add($0) } }
    defer { E.end(&effects) }
    return E.cost(of: source, nodes: size)
  }
}

private struct Chain: GrowingGraph {
  func cost<E: GraphEngine>(_ engine: E.Type, _ size: Int) -> Double where E.Number == Int {
    let source = E.source(0)
    let total = Total()
    // Released from the end: by hand, each node would release the next one on the stack.
    var chain = [E.node(source)]
    defer { while chain.popLast() != nil {} }
    for _ in 0..<size { chain.append(E.map(chain.last!) { $0 &+ 1 }) }
    var effects = [E.effect(chain.last!) { total.add($0) }]
    defer { E.end(&effects) }
    return E.cost(of: source, nodes: size)
  }
}

private struct Join: GrowingGraph {
  func cost<E: GraphEngine>(_ engine: E.Type, _ size: Int) -> Double where E.Number == Int {
    let sources = (0..<size).map { E.source($0) }
    let total = Total()
    var effects = [
      E.effect(E.combine(sources.map(E.node)) { values in values.reduce(0, &+) }) { total.add($0) }
    ]
    defer { E.end(&effects) }
    return E.cost(of: sources[size / 2], nodes: size)
  }
}

/// The cost of a graph that has nothing to do with a long chain of the same thread.
private struct Unrelated: GrowingGraph {
  func cost<E: GraphEngine>(_ engine: E.Type, _ size: Int) -> Double where E.Number == Int {
    let (source, other) = (E.source(0), E.source(0))
    let total = Total()
    var chain = [E.node(source)]
    defer { while chain.popLast() != nil {} }
    for _ in 0..<size { chain.append(E.map(chain.last!) { $0 &+ 1 }) }
    var effects = [E.effect(chain.last!) { total.add($0) }, E.effect(E.node(other)) { total.add($0) }]
    defer { E.end(&effects) }
    for number in 1...3 { E.set(source, number) }
    return E.cost(of: other, nodes: 1)
  }
}
