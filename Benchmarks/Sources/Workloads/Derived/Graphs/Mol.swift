import Measuring

/// The graph of mol, in which the closures take most of the time, and one node is needed only sometimes.
struct Mol: GraphShape {
  typealias Number = Int

  func build<E: GraphEngine>(_ engine: E.Type, batched: Bool) throws -> BuiltGraph where E.Number == Int {
    let (a, b) = (E.source(0), E.source(0))
    let both = [E.node(a), E.node(b)]
    let heard = Heard()
    let c = E.combine(E.node(a), E.node(b)) { $0 % 2 + $1 % 2 }
    let d = E.list(both) { values in (0..<5).map { $0 + values[0] % 2 - values[1] % 2 } }
    let e = E.combine(d, [c, E.node(a)]) { hard($1[0] + $1[1] + $0[0]) }
    let f = E.combine(d, [E.node(b)]) { list, values in hard(list[2] != 0 ? list[2] : values[0]) }
    let g = E.combine(d, [c, e, f]) { list, values in
      let c = values[0]
      return c + (c != 0 ? c : values[1] % 2) + list[4] + values[2]
    }
    let effects = [
      E.effect(g) { heard.append(hard($0)) }, E.effect(g) { heard.append($0) }, E.effect(f) { heard.append(hard($0)) },
    ]
    var round = 0
    return try repeating(effects) {
      round += 1
      heard.removeAll()
      E.batch {
        E.set(b, 1)
        E.set(a, 1 + round * 2)
      }
      E.batch {
        E.set(a, 2 + round * 2)
        E.set(b, 2)
      }
      // `D[2]` is 2 after both batches, so F stays. G is `C + C + D[4] + F` after the first, and `E % 2 + D[4] + F`
      // after the second.
      let (f, e) = (hard(2), hard(2 + round * 2))
      try expect(E.value(g), e % 2 + 4 + f, "mol")
    }
  }
}

private final class Heard: Sendable {
  @exclusivity(unchecked)
  private nonisolated(unsafe) var values: [Int] = []

  func append(_ value: Int) { values.append(value) }
  func removeAll() { values.removeAll(keepingCapacity: true) }
}

private func hard(_ number: Int) -> Int { number + fibonacci(16) }

@inline(never)
@_optimize(none)
private func fibonacci(_ number: Int) -> Int { number < 2 ? 1 : fibonacci(number - 1) + fibonacci(number - 2) }
