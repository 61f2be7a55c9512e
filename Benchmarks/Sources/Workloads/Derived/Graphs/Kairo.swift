import Measuring

// The graphs of kairo. A unit is a node that a write reaches, computed or not.

/// Six nodes depend on a source; the second never changes, so the others need no computation.
struct AvoidablePropagation: GraphShape {
  typealias Number = Int

  func build<E: GraphEngine>(_ engine: E.Type, batched: Bool) throws -> BuiltGraph where E.Number == Int {
    let head = E.source(0)
    let c1 = E.map(E.node(head)) { $0 }
    let c2 = E.distinct(E.map(c1) { _ in 0 })
    let c3 = E.map(c2) { value in
      busy()
      return value + 1
    }
    let c4 = E.map(c3) { $0 + 2 }
    let c5 = E.map(c4) { $0 + 3 }
    let effect = E.effect(c5) { _ in busy() }
    return try repeating(effect) {
      E.set(head, 1, batched: batched)
      try expect(E.value(c5), 6, "avoidable")
      for number in 0..<1_000 {
        E.set(head, number, batched: batched)
        try expect(E.value(c5), 6, "avoidable")
      }
    }
  }
}

/// Fifty pairs of nodes depend on a source, with an observer for each.
struct BroadPropagation: GraphShape {
  typealias Number = Int

  func build<E: GraphEngine>(_ engine: E.Type, batched: Bool) throws -> BuiltGraph where E.Number == Int {
    let head = E.source(0)
    let runs = Counter()
    var last = E.node(head)
    var effects: [E.Effect] = []
    for number in 0..<50 {
      let plus = E.map(E.node(head)) { $0 + number }
      last = E.map(plus) { $0 + 1 }
      effects.append(E.effect(last) { _ in runs.count += 1 })
    }
    return try repeating(effects) { [last] in
      E.set(head, 1, batched: batched)
      runs.count = 0
      for number in 0..<50 {
        E.set(head, number, batched: batched)
        try expect(E.value(last), number + 50, "broad")
      }
      try expect(runs.count, 50 * 50, "runs of broad")
    }
  }
}

/// Fifty nodes in a chain.
struct DeepPropagation: GraphShape {
  typealias Number = Int

  func build<E: GraphEngine>(_ engine: E.Type, batched: Bool) throws -> BuiltGraph where E.Number == Int {
    let head = E.source(0)
    let runs = Counter()
    var chain = E.node(head)
    for _ in 0..<50 { chain = E.map(chain) { $0 + 1 } }
    let effect = E.effect(chain) { _ in runs.count += 1 }
    return try repeating(effect) { [chain] in
      E.set(head, 1, batched: batched)
      runs.count = 0
      for number in 0..<50 {
        E.set(head, number, batched: batched)
        try expect(E.value(chain), 50 + number, "deep")
      }
      try expect(runs.count, 50, "runs of deep")
    }
  }
}

/// Five nodes depend on a source, and one on their sum.
struct Diamond: GraphShape {
  typealias Number = Int

  func build<E: GraphEngine>(_ engine: E.Type, batched: Bool) throws -> BuiltGraph where E.Number == Int {
    let head = E.source(0)
    let runs = Counter()
    let sum = E.combine((0..<5).map { _ in E.map(E.node(head)) { $0 + 1 } }) { $0.reduce(0, +) }
    let effect = E.effect(sum) { _ in runs.count += 1 }
    return try repeating(effect) {
      E.set(head, 1, batched: batched)
      try expect(E.value(sum), 10, "diamond")
      runs.count = 0
      for number in 0..<500 {
        E.set(head, number, batched: batched)
        try expect(E.value(sum), (number + 1) * 5, "diamond")
      }
      try expect(runs.count, 500, "runs of diamond")
    }
  }
}

/// Nine nodes in a chain depend on a source, and one on the sum of all ten.
struct Triangle: GraphShape {
  typealias Number = Int

  func build<E: GraphEngine>(_ engine: E.Type, batched: Bool) throws -> BuiltGraph where E.Number == Int {
    let head = E.source(0)
    let runs = Counter()
    var list = [E.node(head)]
    for _ in 1..<10 { list.append(E.map(list.last!) { $0 + 1 }) }
    let sum = E.combine(list) { $0.reduce(0, +) }
    let effect = E.effect(sum) { _ in runs.count += 1 }
    return try repeating(effect) {
      E.set(head, 1, batched: batched)
      try expect(E.value(sum), 55, "triangle")
      runs.count = 0
      for number in 0..<100 {
        E.set(head, number, batched: batched)
        try expect(E.value(sum), 45 + 10 * number, "triangle")
      }
      try expect(runs.count, 100, "runs of triangle")
    }
  }
}

/// A hundred sources are combined into one list, which is split again: of a hundred nodes one has changed.
struct Mux: GraphShape {
  typealias Number = Int

  func build<E: GraphEngine>(_ engine: E.Type, batched: Bool) throws -> BuiltGraph where E.Number == Int {
    let heads = (0..<100).map { _ in E.source(0) }
    let mux = E.list(heads.map(E.node)) { Array($0) }
    let splits = (0..<100).map { E.distinct(E.element($0, of: mux)) }
    let outs = splits.map { E.map($0) { $0 + 1 } }
    let effects = outs.map { E.effect($0) { _ in } }
    return try repeating(effects) {
      for times in 1...2 {
        for number in 0..<10 {
          E.set(heads[number], number * times, batched: batched)
          try expect(E.value(outs[number]), number * times + 1, "mux")
        }
      }
    }
  }
}

/// A node that reads a source thirty times.
struct RepeatedObservers: GraphShape {
  typealias Number = Int

  func build<E: GraphEngine>(_ engine: E.Type, batched: Bool) throws -> BuiltGraph where E.Number == Int {
    let head = E.source(0)
    let runs = Counter()
    let current = E.sum(of: 30, E.node(head))
    let effect = E.effect(current) { _ in runs.count += 1 }
    return try repeating(effect) {
      E.set(head, 1, batched: batched)
      try expect(E.value(current), 30, "repeated")
      runs.count = 0
      for number in 0..<100 {
        E.set(head, number, batched: batched)
        try expect(E.value(current), number * 30, "repeated")
      }
      try expect(runs.count, 100, "runs of repeated")
    }
  }
}

/// A node that reads one of two nodes, changing with every write.
struct Unstable: GraphShape {
  typealias Number = Int

  func build<E: GraphEngine>(_ engine: E.Type, batched: Bool) throws -> BuiltGraph where E.Number == Int {
    let head = E.source(0)
    let runs = Counter()
    let double = E.map(E.node(head)) { $0 * 2 }
    let inverse = E.map(E.node(head)) { -$0 }
    let current = E.sum(of: 20, double, else: inverse, where: E.node(head)) { $0 % 2 != 0 }
    let effect = E.effect(current) { _ in runs.count += 1 }
    return try repeating(effect) {
      E.set(head, 1, batched: batched)
      try expect(E.value(current), 40, "unstable")
      runs.count = 0
      for number in 0..<100 {
        E.set(head, number, batched: batched)
        try expect(E.value(current), number % 2 != 0 ? number * 40 : number * -20, "unstable")
      }
      try expect(runs.count, 100, "runs of unstable")
    }
  }
}

/// Twenty nodes that each read one of two nodes, changing with every write. Not from kairo: it measures a choice with
/// fixed inputs.
struct Switching: GraphShape {
  typealias Number = Int

  func build<E: GraphEngine>(_ engine: E.Type, batched: Bool) throws -> BuiltGraph where E.Number == Int {
    let head = E.source(0)
    let runs = Counter()
    let double = E.map(E.node(head)) { $0 * 2 }
    let inverse = E.map(E.node(head)) { -$0 }
    let chosen = (0..<20).map { _ in E.choose(double, else: inverse, where: E.node(head)) { $0 % 2 != 0 } }
    let effect = E.effect(E.combine(chosen) { $0.reduce(0, +) }) { _ in runs.count += 1 }
    return try repeating(effect) {
      E.set(head, -1, batched: batched)
      runs.count = 0
      for number in 0..<100 { E.set(head, number, batched: batched) }
      try expect(runs.count, 100, "runs of switching")
    }
  }
}

/// A hundred increments that the optimizer does not remove.
@inline(never)
@_optimize(none)
func busy() {
  var number = 0
  for _ in 0..<100 { number += 1 }
}
