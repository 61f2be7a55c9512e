import Measuring

/// Measures the memory of idle derived state.
package func graphFootprints() -> [GraphFootprint] {
  [
    footprint(.plainTracked, DirtyTracked<PlainObjects>.self), footprint(.plainStatic, DirtyStatic<PlainObjects>.self),
    footprint(.dirtyTracked, DirtyTracked<Uncounted>.self), footprint(.dirtyStatic, DirtyStatic<Uncounted>.self),
    footprint(.push, PushStatic.self), footprint(.rillStatic, RillStatic.self),
    footprint(.rillTracked, RillTracked.self),
  ]
}

private func footprint<E: GraphEngine>(_ who: Engine, _ engine: E.Type) -> GraphFootprint where E.Number == Int {
  let count = 10_000
  let (a, b) = (E.source(1), E.source(2))
  let (first, second) = (E.node(a), E.node(b))
  let total = Total()
  var nodes: [E.Node] = []
  var effects: [E.Effect] = []
  nodes.reserveCapacity(count)
  effects.reserveCapacity(count)

  func make(_ number: Int) -> E.Node {
    let node = E.combine(first, second) { $0 &+ $1 &+ number }
    total.add(E.value(node))
    return node
  }
  // Creates objects that the runtime retains forever.
  effects.append(E.effect(make(0)) { total.add($0) })
  E.end(&effects)
  effects.reserveCapacity(count)

  var (unobserved, observed) = (Allocations.now, Allocations.now)
  let left = Allocations.during {
    for number in 0..<count { nodes.append(make(number)) }
    unobserved = .now
    for node in nodes { effects.append(E.effect(node) { total.add($0) }) }
    observed = .now
    for _ in 0..<count { _ = effects.popLast().map { effect in end(E.self, effect) } }
    nodes.removeAll(keepingCapacity: true)
  }
  let maps = Allocations.during { for number in 0..<count { _ = stored(E.map(first) { $0 &+ number }) } }
  return GraphFootprint(
    engine: who, bytesUnobserved: Double(unobserved.bytes) / Double(count),
    bytesObserved: Double(observed.bytes) / Double(count), bytesLeft: Double(left.bytes) / Double(count),
    allocations: Double(unobserved.count) / Double(count), allocationsOfMap: Double(maps.count) / Double(count))
}

private func end<E: GraphEngine>(_ engine: E.Type, _ effect: E.Effect) {
  var effects = [effect]
  E.end(&effects)
}
