import Measuring

/// Sets one source of several observed ones repeatedly.
struct Updates: GraphShape {
  typealias Number = Int

  let sources: Int
  let effects: Int

  func build<E: GraphEngine>(_ engine: E.Type, batched: Bool) throws -> BuiltGraph where E.Number == Int {
    let sources = (0..<sources).map { E.source($0) }
    let nodes = sources.map(E.node)
    let runs = Counter()
    let observers = (0..<effects).map { _ in E.observe(nodes, runs) }
    return BuiltGraph { rounds in
      runs.count = 0
      let start = ContinuousClock.now
      for number in 1...rounds { E.set(sources[0], number, batched: batched) }
      let end = ContinuousClock.now
      withExtendedLifetime(observers) {}
      try expect(runs.count, rounds * effects, "runs of updates")
      E.set(sources[0], 0)
      return end - start
    }
  }
}

/// Makes and disposes observers of sources.
struct Creation: GraphShape {
  typealias Number = Int

  let sources: Int
  /// The number of observers of each source, if each observer has one source.
  var observersEach = 1

  func build<E: GraphEngine>(_ engine: E.Type, batched: Bool) throws -> BuiltGraph where E.Number == Int {
    let runs = Counter()
    return BuiltGraph { rounds in
      let nodes = (0..<rounds * sources / observersEach).map { E.source($0) }
      let groups = (0..<rounds).map { number in
        (0..<sources).map { E.node(nodes[(number * sources + $0) / observersEach]) }
      }
      runs.count = 0
      var observers: [E.Effect] = []
      observers.reserveCapacity(rounds)
      let time = ContinuousClock().measure {
        for group in groups { observers.append(E.observe(group, runs)) }
        E.end(&observers)
      }
      try expect(runs.count, rounds, "runs of new observers")
      return time
    }
  }
}

/// Makes and releases sources.
struct CreationOfSources: GraphShape {
  typealias Number = Int

  func build<E: GraphEngine>(_ engine: E.Type, batched: Bool) throws -> BuiltGraph where E.Number == Int {
    BuiltGraph { rounds in
      var sources: [E.Source] = []
      sources.reserveCapacity(rounds)
      return ContinuousClock().measure {
        for number in 0..<rounds { sources.append(E.source(number)) }
        sources = []
      }
    }
  }
}

/// Makes and releases a map that is never read.
struct CreationOfMaps: GraphShape {
  typealias Number = Int

  func build<E: GraphEngine>(_ engine: E.Type, batched: Bool) throws -> BuiltGraph where E.Number == Int {
    let source = E.source(1)
    return BuiltGraph { rounds in
      ContinuousClock().measure {
        for number in 0..<rounds { _ = stored(E.map(E.node(source)) { $0 &+ number }) }
      }
    }
  }
}

extension GraphEngine where Number == Int {
  /// One, two and four nodes have specialized overloads.
  @inline(__always)
  fileprivate static func observe(_ nodes: [Node], _ runs: Counter) -> Effect {
    switch nodes.count {
    case 1: effect(nodes[0]) { _ in runs.count += 1 }
    case 2: effect(nodes[0], nodes[1]) { if $0 &+ $1 != .min { runs.count += 1 } }
    case 4: effect(nodes[0], nodes[1], nodes[2], nodes[3]) { if $0 &+ $1 &+ $2 &+ $3 != .min { runs.count += 1 } }
    default:
      effect(nodes) { values in
        var sum = 0
        for value in values { sum &+= value }
        if sum != .min { runs.count += 1 }
      }
    }
  }
}
