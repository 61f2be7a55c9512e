import Rill
import Testing

/// SplitMix64: the same graph for the same seed everywhere.
private struct Random: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

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

/// Four sources, of which the last two are only ever changed together and are zero in sum, two-way bindings, and derived properties in layers.
private final class Graph: Sendable {
  private final class Watched: Sendable {
    let property: Property<Seen>
    private let seen = Lock<Seen?>(nil)

    init(_ property: Property<Seen>) { self.property = property }
    var last: Seen? { seen.withLock { $0 } }
    func take(_ value: Seen) { seen.withLock { $0 = value } }
  }

  let sources = (0..<4).map { _ in MutableProperty(0) }
  private let bound: [MutableProperty<Int>]
  private let derived: [Property<Seen>]
  private let watched: [Watched]
  private let faults = Heard<String>()

  /// A property may be chosen by a source that it is derived from, so the graph is watched for a time only.
  private let watching = CompositeDisposable()

  deinit { watching.dispose() }

  init(_ random: inout Random) {
    var nodes = sources.enumerated().map { index, source in source.map { Seen(index, $0) } }
    for _ in 0..<Int.random(in: 1...5, using: &random) {
      let (a, b) = (nodes.randomElement(using: &random)!, nodes.randomElement(using: &random)!)
      let c = nodes.randomElement(using: &random)!
      switch Int.random(in: 0..<4, using: &random) {
      case 0: nodes.append(a.map { $0 })
      case 1: nodes.append(Property(combining: [a, b, c]) { Seen($0) })
      case 2: nodes.append(sources[0].flatMap { $0.isMultiple(of: 2) ? a : b })
      default: nodes.append(Property(a, b) { Seen([$0, $1]) })
      }
    }
    nodes.append(Property(nodes[2], nodes[3]) { Seen([$0, $1]) })
    derived = nodes
    watched = nodes.dropFirst(4).map { Watched($0) }

    // A chain from the first source, closed to a ring every other time.
    var chain = [sources[0]]
    for _ in 0..<Int.random(in: 0...3, using: &random) { chain.append(MutableProperty(-1)) }
    bound = chain
    for (left, right) in zip(chain, chain.dropFirst()) {
      if Bool.random(using: &random) { left <~> right } else { right <~> left }
    }
    if chain.count > 2, Bool.random(using: &random) { chain[0] <~> chain[chain.count - 1] }

    for watched in watched {
      let subscription = watched.property.subscribe { [faults] seen in
        watched.take(seen)
        if let fault = Self.fault(in: seen) { faults.append("told \(fault)") }
      }
      watching.add(subscription)
    }
  }

  /// Whether a value cannot have been made from what there was at one moment.
  private static func fault(in seen: Seen) -> String? {
    if seen.isMixed { return "a mixed value: \(seen)" }
    let (one, other) = (seen.values[2], seen.values[3])
    guard let one, let other, one != Seen.none, other != Seen.none else { return nil }
    return one + other == 0 ? nil : "half of a batch: \(seen)"
  }

  func write(_ random: inout Random) {
    for _ in 0..<5 {
      let value = Int.random(in: 1...1_000, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: sources[Int.random(in: 0...1, using: &random)].value = value
      case 1: sources[Int.random(in: 0...1, using: &random)].modify { $0 += 1 }
      case 2: bound.randomElement(using: &random)!.value = value
      case 3:
        let seen = derived.randomElement(using: &random)!.value
        if seen.isMixed { faults.append("read a mixed value: \(seen)") }
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
    for watched in watched {
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
    return graph.wrong()
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

  @Test(arguments: [1, 4]) func randomGraphsTenThousandOfThem(_ threads: Int) async {
    await runMany(5_000, threads: threads)
  }

  /// As many as the sanitizers have time for.
  @Test(arguments: [1, 4]) func aHundredGraphs(_ threads: Int) async { await runMany(100, threads: threads) }
}
