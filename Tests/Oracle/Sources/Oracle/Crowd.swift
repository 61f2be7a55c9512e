/// An action of one of several threads, or of a handler.
indirect enum Deed: Sendable, CustomStringConvertible {
  /// Sets both sources of the pair in a batch, which may throw, and may be inside of another.
  case pair(throws: Bool, isNested: Bool)

  /// Changes both counters of the twins by `modify`, in a batch.
  case twins
  case count(isInBatch: Bool)
  case set

  /// Sets the other end of a two-way binding.
  case setBound
  case own
  case read(Int)
  case observe(WatcherSpec, isInBatch: Bool)
  case dispose(Int)

  var description: String {
    switch self {
    case .pair(let isThrowing, let isNested): "pair\(isThrowing ? " throws" : "")\(isNested ? " nested" : "")"
    case .twins: "twins"
    case .count(let isInBatch): "count\(isInBatch ? " in a batch" : "")"
    case .set: "set"
    case .setBound: "set the bound end"
    case .own: "own"
    case .read(let node): "read n\(node)"
    case .observe(let spec, let isInBatch): "\(spec)\(isInBatch ? " in a batch" : "")"
    case .dispose(let watcher): "dispose \(watcher)"
    }
  }
}

struct WatcherSpec: Sendable, CustomStringConvertible {
  var isEffect: Bool
  var nodes: [Int]
  var fresh: NodeSpec?
  var divisor: Int
  var reaction: Deed?

  var description: String {
    let what = fresh.map { "\($0)" } ?? nodes.map { "n\($0)" }.joined(separator: ",")
    return "\(isEffect ? "effect" : "subscribe")(\(what))" + (reaction.map { " { if %\(divisor): \($0) }" } ?? "")
  }
}

/// A random program for several threads. Each source has one use, so that impossible states can be recognized.
struct Crowd: Sendable, CustomStringConvertible {
  enum Source {
    /// Set together, to one tag.
    static let pair = (0, 1)

    /// Two numbers of the same changes.
    static let twins = (2, 3)

    /// The number of its changes.
    static let count = 4

    /// Set by any thread, and bound both ways to a property beside the graph.
    static let free = 5

    /// Set by one thread only, each.
    static let own = [6, 7]
    static let all = 8
  }

  var isConnected: Bool
  var nodes: [NodeSpec]
  var watchers: [WatcherSpec]
  var threads: [[Deed]]

  var description: String {
    "\(isConnected ? "connected" : "not connected")\n"
      + nodes.enumerated().map { "  n\(Source.all + $0.offset): \($0.element)\n" }.joined()
      + watchers.map { "  \($0)\n" }.joined()
      + threads.map { "  thread: \($0.map(\.description).joined(separator: "; "))\n" }.joined()
  }

  init(threads count: Int, deeds: Int, _ random: inout Random) {
    isConnected = Bool.random(using: &random)
    nodes = (0..<Int.random(in: 2...9, using: &random)).map { _ in Self.node(&random) }
    watchers = (0..<Int.random(in: 1...6, using: &random)).map { _ in Self.watcher(isInHandler: false, &random) }
    threads = (0..<count).map { _ in (0..<deeds).map { _ in Self.deed(isInHandler: false, &random) } }
  }

  private static func node(_ random: inout Random) -> NodeSpec {
    let kind = NodeSpec.Kind.allCases.filter { $0 != .limit }.randomElement(using: &random)!
    let count = kind == .many || kind == .tracked ? Int.random(in: 1...5, using: &random) : 3
    return NodeSpec(
      kind: kind, inputs: (0..<count).map { _ in Int.random(in: 0..<1_000, using: &random) },
      parameter: Int.random(in: 0..<100, using: &random))
  }

  private static func watcher(isInHandler: Bool, _ random: inout Random) -> WatcherSpec {
    // An effect that is made in the body of another would end with the next run of that.
    let isEffect = !isInHandler && Int.random(in: 0..<3, using: &random) == 0
    return WatcherSpec(
      isEffect: isEffect,
      nodes: (0..<(isEffect ? 2 : 1)).map { _ in Int.random(in: 0..<1_000, using: &random) },
      fresh: Int.random(in: 0..<4, using: &random) == 0 ? node(&random) : nil,
      divisor: Int.random(in: 3...7, using: &random),
      reaction: isInHandler || Bool.random(using: &random) ? nil : deed(isInHandler: true, &random))
  }

  private static func deed(isInHandler: Bool, _ random: inout Random) -> Deed {
    let any = Int.random(in: 0..<1_000, using: &random)
    switch Int.random(in: 0..<100, using: &random) {
    case ..<16: return .set
    case ..<20: return isInHandler ? .set : .setBound
    case ..<30: return isInHandler ? .set : .own
    case ..<42: return .count(isInBatch: Int.random(in: 0..<3, using: &random) == 0)
    case ..<54: return .twins
    case ..<66:
      return .pair(throws: Int.random(in: 0..<4, using: &random) == 0, isNested: Bool.random(using: &random))
    case ..<88: return .read(any)
    case ..<94:
      return .observe(
        watcher(isInHandler: isInHandler, &random), isInBatch: Int.random(in: 0..<5, using: &random) == 0)
    default: return .dispose(any)
    }
  }
}
