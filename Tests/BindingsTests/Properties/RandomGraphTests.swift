import Foundation
import Rill
import Testing

/// A value that knows what it was made of: the value of each source, `nil` where two were seen.
private struct Seen: Sendable, Equatable, CustomStringConvertible {
  var values: [Int?]

  init(_ source: Int, _ value: Int) {
    values = Array(repeating: Self.none, count: 4)
    values[source] = value
  }

  init(_ parts: [Seen]) {
    values = parts[0].values
    for part in parts.dropFirst() {
      for (source, value) in part.values.enumerated() where value != Self.none {
        let known = values[source]
        values[source] = known == Self.none || known == value ? value : nil
      }
    }
  }

  /// A source that it was not made of.
  static let none: Int = .min

  var isMixed: Bool { values.contains(nil) }
  var description: String { "\(values)" }
}

/// What watches a property, by a subscription or an effect, and what it was told last.
private final class Watched: Sendable {
  let property: Property<Seen>
  private let told = Lock<Seen?>(nil)
  private let watching = Lock<Disposable?>(nil)

  init(_ property: Property<Seen>, byEffect: Bool, _ check: @escaping @Sendable (Seen) -> Void) {
    self.property = property
    let told = told
    let take: @Sendable (Seen) -> Void = { value in
      told.withLock { $0 = value }
      check(value)
    }
    let disposable = byEffect ? effect { take(property.value) } : property.subscribe { take($0) }
    watching.withLock { $0 = disposable }
  }

  var last: Seen? { told.withLock { $0 } }
  func dispose() { watching.withLock { $0 }?.dispose() }
}

/// Four sources, of which the last two are only ever changed together and are zero in sum, two-way bindings, and derived properties in layers. Properties,
/// subscriptions and effects come and go while it is written to, in batches and in handlers.
private final class Graph: Sendable {
  let sources = (0..<4).map { _ in MutableProperty(0) }
  private let bound: [MutableProperty<Int>]
  private let derived: [Property<Seen>]
  private let watched: [Watched]
  private let faults = Heard<String>()

  /// What has come while the graph was written to.
  private let passing = Lock<[Watched]>([])

  /// A property may be chosen by a source that it is derived from, so the graph is watched for a time only.
  deinit { for watched in watched + passing.withLock({ $0 }) { watched.dispose() } }

  init(_ random: inout Random) {
    var nodes = sources.enumerated().map { index, source in source.map { Seen(index, $0) } }
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      nodes.append(Self.derive(from: nodes, sources, &random))
    }
    nodes.append(Property(nodes[2], nodes[3]) { Seen([$0, $1]) })
    let (two, three) = (nodes[2], nodes[3])
    nodes.append(Property { Seen([two.value, three.value]) })
    derived = nodes
    watched = nodes.dropFirst(4).map { [faults] node in
      Watched(node, byEffect: Bool.random(using: &random)) { seen in
        if let fault = Self.fault(in: seen) { faults.append("told \(fault)") }
      }
    }

    // A chain from the first source, closed to a ring every other time.
    var chain = [sources[0]]
    for _ in 0..<Int.random(in: 0...3, using: &random) { chain.append(MutableProperty(-1)) }
    bound = chain
    for (left, right) in zip(chain, chain.dropFirst()) {
      if Bool.random(using: &random) { left <~> right } else { right <~> left }
    }
    if chain.count > 2, Bool.random(using: &random) { chain[0] <~> chain[chain.count - 1] }
  }

  /// A property that is derived from some of `nodes`, in one of the ways there are.
  private static func derive(
    from nodes: [Property<Seen>], _ sources: [MutableProperty<Int>], _ random: inout Random
  ) -> Property<Seen> {
    let parts = (0..<3).map { _ in nodes.randomElement(using: &random)! }
    let (a, b, c) = (parts[0], parts[1], parts[2])
    let switching = sources[0]
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return a.map { $0 }
    case 1: return Property(combining: [a, b, c]) { Seen($0) }
    case 2: return switching.flatMap { $0.isMultiple(of: 2) ? a : b }
    case 3: return a.distinctUntilChanged()
    case 4: return Property { Seen([a.value, b.value, c.value]) }
    case 5:
      // What is read untracked would make it stale, so only the choice is.
      return Property { switching.value.isMultiple(of: 2) ? Seen([a.value, c.value]) : b.value }
    case 6: return Property { Seen([b.value, a.value]) }.distinctUntilChanged()
    default: return Property(a, b) { Seen([$0, $1]) }
    }
  }

  /// Something new to watch, which is released later or stays.
  private func watchMore(_ random: inout Random) {
    let node = Self.derive(from: derived, sources, &random)
    let (byEffect, inHandler) = (Bool.random(using: &random), Int.random(in: 0..<4, using: &random) == 0)
    // Who comes while a batch is open may see a part of it, and is told again.
    let check: @Sendable (Seen) -> Void = { [faults] seen in
      if seen.isMixed { faults.append("a newcomer was told a mixed value: \(seen)") }
    }
    guard inHandler else {
      let watched = Watched(node, byEffect: byEffect, check)
      return Bool.random(using: &random) ? keep(watched) : watched.dispose()
    }
    // Comes and goes inside a handler that has just been told.
    let inner = derived.randomElement(using: &random)!
    let come = Watched(node, byEffect: byEffect) { seen in
      check(seen)
      let one = Watched(inner, byEffect: !byEffect, check)
      let other = inner.subscribe { check($0) }
      other.dispose()
      one.dispose()
    }
    keep(come)
  }

  private func keep(_ watched: Watched) { passing.withLock { $0.append(watched) } }

  private func watchLess(_ random: inout Random) {
    let gone: Watched? = passing.withLock { passing in
      passing.isEmpty ? nil : passing.remove(at: Int.random(in: passing.indices, using: &random))
    }
    gone?.dispose()
  }

  /// Whether a value cannot have been made from what there was at one moment.
  private static func fault(in seen: Seen) -> String? {
    if seen.isMixed { return "a mixed value: \(seen)" }
    let (one, other) = (seen.values[2], seen.values[3])
    guard let one, let other, one != Seen.none, other != Seen.none else { return nil }
    return one + other == 0 ? nil : "half of a batch: \(seen)"
  }

  func write(_ random: inout Random) {
    for _ in 0..<8 {
      let value = Int.random(in: 1...1_000, using: &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0: sources[Int.random(in: 0...1, using: &random)].value = value
      case 1: sources[Int.random(in: 0...1, using: &random)].modify { $0 += 1 }
      case 2: bound.randomElement(using: &random)!.value = value
      case 3:
        let seen = derived.randomElement(using: &random)!.value
        if seen.isMixed { faults.append("read a mixed value: \(seen)") }
      case 4: watchMore(&random)
      case 5: watchLess(&random)
      case 6:
        batch {
          sources[1].value = value
          watchMore(&random)
          sources[2].modify { $0 += value }
          if value.isMultiple(of: 2) { watchLess(&random) }
          sources[3].modify { $0 -= value }
        }
      default:
        batch {
          sources[2].modify { $0 += value }
          sources[3].modify { $0 -= value }
        }
      }
    }
  }

  /// What is wrong when all is over.
  func wrong() -> [String] {
    var wrong = faults.values
    let ends = bound.map(\.value)
    if Set(ends).count != 1 { wrong.append("the bound ends differ: \(ends)") }
    let final = sources.map(\.value)
    for watched in watched + passing.withLock({ $0 }) {
      let value = watched.property.value
      if watched.last != value { wrong.append("lost: \(value), told last \(String(describing: watched.last))") }
      for (source, seen) in value.values.enumerated() where seen != Seen.none && seen != final[source] {
        wrong.append("stale: \(value) of \(final)")
      }
    }
    return wrong
  }
}

/// Graphs that nobody thought of, written to from one thread and from four: in the end all that is bound is equal, all that is derived was told, and
/// nobody ever saw a mixed value.
@Suite struct RandomGraphTests {
  private static let seed = UInt64.random(in: 0...UInt64.max)

  private func run(_ seed: UInt64, threads: Int) async -> [String] {
    var random = Random(state: seed)
    let graph = Graph(&random)
    if threads == 1 {
      graph.write(&random)
    } else {
      await withTaskGroup { group in
        for thread in 0..<threads {
          var random = Random(state: seed &+ UInt64(thread) &* 7_919)
          group.addTask { graph.write(&random) }
        }
      }
    }
    // What a deliverer has handed over may still be on its way; what stays wrong is.
    var wrong = graph.wrong()
    for _ in 0..<10_000 where !wrong.isEmpty {
      await Task.yield()
      wrong = graph.wrong()
    }
    return wrong
  }

  private func runMany(_ rounds: Int, threads: Int) async {
    print("RandomGraphTests: seed \(Self.seed), \(threads) thread(s)")
    for round in 0..<rounds {
      let seed = Self.seed &+ UInt64(round) &* 104_729
      let wrong = await run(seed, threads: threads)
      guard wrong.isEmpty else {
        Issue.record("seed \(seed), \(threads) thread(s): \(wrong)")
        return
      }
    }
  }

  /// A thousand graphs of 8 steps a thread; RANDOM_GRAPHS says how many else.
  @Test(arguments: [1, 4]) func randomGraphs(_ threads: Int) async {
    await runMany(Int(ProcessInfo.processInfo.environment["RANDOM_GRAPHS"] ?? "") ?? 1_000, threads: threads)
  }

  /// As many as the sanitizers have time for.
  @Test(arguments: [1, 4]) func aHundredGraphs(_ threads: Int) async { await runMany(100, threads: threads) }
}
